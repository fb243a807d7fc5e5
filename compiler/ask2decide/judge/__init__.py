"""The judge: a plan and a problem give a loss, and the broken rules in words."""

from ask2decide.judge.package import JudgePackage, judge_package, read_package
from ask2decide.judge.reading import Rejection, read_plan
from ask2decide.judge.report import verdict_json, verdict_text
from ask2decide.judge.verdict import Verdict, judge

__all__ = [
    "JudgePackage",
    "Rejection",
    "Verdict",
    "judge",
    "judge_package",
    "read_package",
    "read_plan",
    "verdict_json",
    "verdict_text",
]
