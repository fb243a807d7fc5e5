from ask2decide.families.menu import Menu
from ask2decide.family import Effect, Field


class Own(Menu):
    name = "own"
    fields = (*Menu.fields, Field("/goal/sense", "what is wanted of the value", None, Effect.OBJECTIVE))
