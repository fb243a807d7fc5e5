"""A sceptical reader's check of a package: every certificate recomputed by the family's checker, without any solver."""

from ask2decide.verify.report import report_json, report_text
from ask2decide.verify.run import verify_packages

__all__ = ["report_json", "report_text", "verify_packages"]
