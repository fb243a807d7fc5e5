"""What is proved: brackets, optima, labels and their certificates, as frozen values in exact numbers."""

from ask2decide.labels.bracket import Bracket, Status
from ask2decide.labels.label import Certificate, Label, Method, Optimum, Survival
from ask2decide.labels.loss import loss_bracket

__all__ = ["Bracket", "Certificate", "Label", "Method", "Optimum", "Status", "Survival", "loss_bracket"]
