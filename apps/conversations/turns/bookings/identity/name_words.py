"""Words beside a family name or a code that are neither."""

from __future__ import annotations

# Words around a name that are none.
_FILLERS_TEXT = """
my our the a an is its it im i we are am and under for name names family last
surname code confirmation number booking reservation reference ref room dinner
table on in of hi hello hey please thanks thank you here this that with number
no mr mrs ms miss guest would be should have sure ok okay yes mi mis es el la
los las y apellido nombre codigo reserva reservacion numero confirmacion a de
del con soy me llamo por favor hola gracias si senor senora mon ma mes c est le
les et nom famille prenom reservation numero confirmation au du je suis m
appelle s il vous plait bonjour merci oui monsieur madame voici looking look up
find check mein meine meinen der die das ist und ich bin wir auf unter fur ein
buchungscode buchungsnummer buchung reservierung nachname name lautet heisse hallo
bitte danke herr frau guten tag den namen il mio mia e sono codice prenotazione cognome
nome conferma chiamo buongiorno grazie signor signora per favore ecco
"""
FILLERS = frozenset(_FILLERS_TEXT.split())
# Of "cancel SPA31175, okafor".
_ORDER_TEXT = """
cancel change move reschedule modify cancelar cancela cancele cancelen anular cambiar
cambia cambie mover annuler annulez annule changer changez modifier modifiez deplacer
deplacez stornieren storniere andern verschieben annullare annulla cambiare
anula anule mueve mueva quiero queremos quisiera puede puedes podria veux voudrais
voulons pouvez pourriez decaler decalez avancer avancez reporter reportez
"""
ORDERS = frozenset(_ORDER_TEXT.split())
