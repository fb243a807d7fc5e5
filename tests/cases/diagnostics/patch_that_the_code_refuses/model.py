from ask2decide.families.menu import Menu
from ask2decide.family import Effect, Field


class Own(Menu):
    name = "own"
    fields = (*Menu.fields, Field("/goal/sense", "what is wanted of the value", None, Effect.OBJECTIVE))

    def parse(self, data):
        records = super().parse(data)
        if records.resources["bike"].limit == 0:
            raise ValueError("a bike needs a trip")
        return records
