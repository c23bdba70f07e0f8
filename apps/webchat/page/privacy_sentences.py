"""What happens to a guest's words: a page of its own, which no other page loads."""

from django.utils.translation import gettext_lazy as _

PRIVACY = {
    "privacy_title": _("What happens to what you write"),
    "privacy_answers": _(
        "An AI answers from the resort’s records. Where the resort uses a language "
        "model, your question is sent to it. Please leave out card numbers and "
        "other personal details; they are never needed here."
    ),
    "privacy_stored": _(
        "The resort stores the conversation so that you can go on with it, and so "
        "that its team can correct wrong answers. The team reads it with personal "
        "details hidden, and a record is kept of whoever uncovers them."
    ),
    "privacy_memory": _(
        "What you say about yourself that helps to answer, such as the size of "
        "your party or what you eat, is remembered for this conversation. “What I "
        "remember” in the menu shows all of it and lets you delete any of it. It "
        "is remembered for next time only if you agree; this device then keeps a "
        "key to it."
    ),
    "privacy_device": _(
        "On this device the chat ends with the tab, unless you choose to keep it "
        "in the menu. There is no advertising cookie, and nothing is requested "
        "from anybody else’s servers."
    ),
    "privacy_share": _(
        "If you share a conversation, whoever has the link can read it for some days, "
        "until you choose “Stop sharing” in the menu. Bookings, requests, what is "
        "remembered about you, and everything about danger or distress are left out, "
        "and so are messages in which a name, an address or a number of yours is "
        "noticed. Search engines are told to stay away."
    ),
    "privacy_forget": _(
        "“Forget this chat” in the menu erases it everywhere: the words, what was "
        "remembered from them, and what was on its way. Only figures remain: how "
        "many questions there were, what they cost, and that somebody may need "
        "help."
    ),
    "kept_title": _("How long it is kept"),
    "kept_conversations": _(
        "A conversation: {conversations} days after its last message. One that ends "
        "today is erased after {date}."
    ),
    "kept_facts": _(
        "What you say about yourself: {facts} days after your last message."
    ),
    "kept_guests": _(
        "If you agreed to be remembered, or wrote text messages: {guests} days "
        "after your last message. That you agreed or refused is kept longer, as "
        "proof."
    ),
    "kept_requests": _(
        "What you write in a request: {requests} days. A booking: {bookings} days "
        "after it has ended."
    ),
    "kept_texts": _("A text message that belongs to no conversation: {texts} days."),
    "kept_copies": _(
        "Copies that protect the resort against loss hold it for up to {copies} days "
        "longer."
    ),
    "privacy_policy": _("The privacy policy of {name}"),
    "privacy_back": _("Back to the concierge"),
}
