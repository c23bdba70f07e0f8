"""Every sentence of the guest page, in English; `apps/webchat/locale` has the others.

The server fills {name} and {greeting}, the page's script the rest.
"""

from django.utils.translation import gettext_lazy as _

from apps.webchat.page.field_names import FIELD_NAMES

SENTENCES = {
    # Head
    "page_title": _("Concierge, {name}"),
    "page_description": _(
        "Ask the AI concierge at {name} about dining, shows, rooms and finding "
        "your way."
    ),
    "skip_field": _("Skip to the question field"),
    "skip_main": _("Skip to the content"),
    "concierge": _("Concierge"),
    "help_nav": _("Help"),
    "talk_to_person": _("Talk to a person"),
    "person_hours": _("Hours:"),
    "copy_number": _("Copy the number"),
    "conversation": _("Conversation"),
    # First screen
    "hello_title": _(
        "{greeting}, I\N{NO-BREAK SPACE}am an AI\N{NO-BREAK SPACE}concierge for {name}."
    ),
    "hello_text": _(
        "Ask about dinner, shows, rooms or finding your way. I answer from the "
        "resort’s own records and show you where each fact came from."
    ),
    "starters": _("Places to start"),
    # Paused by the property
    "closed_title": _("The AI concierge is resting."),
    "closed_text": _(
        "The resort has paused it for now. Nothing you have booked is affected, "
        "and you can reach a person by phone."
    ),
    "closed_call": _("Call the resort"),
    "closed_website": _("Visit the website"),
    "closed_again": _("Check again"),
    "closed_again_note": _("The concierge may be back"),
    # Composer
    "your_question": _("Your question"),
    "ask_placeholder": _("Ask the concierge"),
    "ask_placeholder_away": _("You can keep writing"),
    "ask_placeholder_care": _("Write if you want to"),
    "send": _("Send"),
    "stop": _("Stop"),
    "stopping": _("Stopping"),
    "characters_left": _("Characters left: {count}"),
    "too_long": _("Too long. Characters to remove: {count}."),
    "may_be_mistaken": _("AI can be mistaken."),
    "without_model": _("Answers quote our records, without a language model."),
    "no_script": _(
        "JavaScript is off, so each answer comes as a new page. You can also call"
    ),
    "editing": _("Changing “{question}”. It will be asked as a new question."),
    "cancel": _("Cancel"),
    # A place whose code the guest has read
    "here_title": _("You are at {place}."),
    "here_map": _("See what is near"),
    # A link to bookings
    "bookings_open_elsewhere": _(
        "Your bookings are open in the tab where you asked for them. You can close "
        "this one."
    ),
    "bookings_type_code": _(
        "This link was requested in another browser, or no longer works. Go back "
        "to that conversation and type the code from our message."
    ),
    # Menu
    "menu": _("Menu"),
    "new_conversation": _("New conversation"),
    "keep": _("Keep this chat on this device"),
    "keep_note": _("Otherwise it ends with this tab."),
    "forget": _("Forget this chat"),
    "forget_sure": _("Erase it for good?"),
    "forgotten": _("This chat is erased."),
    "forgotten_memory": _(
        "This chat is erased, and with it what you told me about yourself."
    ),
    "forgotten_kept": _(
        "This chat is erased. What you told me in other chats is still remembered: "
        "you can delete it in the menu."
    ),
    "map": _("Map of the resort"),
    "share": _("Share or send to my phone"),
    "share_stop": _("Stop sharing"),
    "languages": _("Languages"),
    "privacy": _("Privacy"),
    # What is remembered of the guest
    "memory": _("What I remember"),
    "memory_intro": _(
        "Only what you told me yourself, so that my answers suit you. Nothing is "
        "taken from anywhere else."
    ),
    "memory_empty": _("I remember nothing about you."),
    "memory_fact_forget": _("Forget: {fact}"),
    "memory_fact_forgotten": _("Forgotten: {fact}"),
    "memory_forget_all": _("Forget everything"),
    "memory_export": _("Download it as a file"),
    "memory_away": _("There is no connection right now. Please try again in a moment."),
    "memory_noted": _("I will remember: {facts}"),
    "consent": _("Remember me on this device for next time?"),
    "consent_note": _(
        "If you agree, a new conversation on this device knows these facts too. "
        "Otherwise they end with this conversation. You can change your mind at any "
        "time in the menu."
    ),
    "consent_yes": _("Yes, remember me"),
    "consent_no": _("No, thanks"),
    "consent_given": _("I will recognize you next time on this device."),
    "consent_declined": _("I will not. What you told me ends with this conversation."),
    "close": _("Close"),
    # Thread
    "you_asked": _("You asked:"),
    "you_wrote": _("You wrote:"),
    "show_all": _("Show the whole message"),
    "one_moment": _("One moment"),
    "steps_taken": _("How this was found"),
    "step_done": _("done"),
    "step_failed": _("did not work"),
    "loading_conversation": _("Opening your conversation"),
    "new_answer": _("New answer below"),
    "stopped_here": _("You stopped the answer here."),
    "stopped_early": _("You stopped before an answer came."),
    "ask_again": _("Ask again"),
    "ask_next": _("Ask next"),
    "edit": _("Change and ask again"),
    "earlier": _("Earlier questions"),
    "copy": _("Copy the answer"),
    "copied": _("Copied"),
    "not_copied": _("The browser does not allow copying"),
    "send_after_answer": _("You can send this when the answer is finished."),
    # Voice, where words stay on the device
    "dictate": _("Speak your question"),
    "dictate_stop": _("Stop listening"),
    "dictating": _("Listening. Your voice stays on this device."),
    "dictate_failed": _("The microphone cannot be used. You can type your question."),
    "read_aloud": _("Read the answer aloud"),
    "read_stop": _("Stop reading"),
    # Feedback
    "was_right": _("Was this right?"),
    "good_answer": _("Good answer"),
    "bad_answer": _("Bad answer"),
    "what_was_wrong": _("What was wrong with it?"),
    "reason_wrong": _("It is wrong"),
    "reason_outdated": _("It is outdated"),
    "reason_not_answered": _("It does not answer my question"),
    "reason_unsafe": _("It is unsafe"),
    "reason_tone": _("The tone"),
    "feedback_note": _("Anything else? Leave out names and numbers."),
    "feedback_send": _("Tell the team"),
    "not_now": _("Not now"),
    "feedback_thanks": _("Thank you. The team reads this."),
    # Cards, and rows side by side
    "mentioned": _("Mentioned in this answer"),
    "card_price_band": _("Price"),
    "card_dress_code": _("Dress"),
    "cards_all": _("Show all {count}"),
    "card_reservations": _("Reservations"),
    "card_at_venue": _("Stage"),
    "card_place": _("Where"),
    "card_rate_from": _("From"),
    "card_size_sqft": _("Size"),
    "card_beds": _("Beds"),
    "card_minimum_age": _("Minimum age"),
    "card_fee": _("Fee"),
    "card_how_to_join": _("How to join"),
    "card_price_from": _("From"),
    "card_hours": _("Hours"),
    "card_kids": _("Children"),
    "card_in_tower": _("Tower"),
    "card_bath": _("Bath"),
    "card_features": _("Also"),
    "card_games": _("Games"),
    "card_capacity": _("Room for"),
    "card_link": _("Visit the page"),
    "card_call": _("Call {phone}"),
    "card_calendar": _("Add to calendar"),
    "card_directions": _("Directions to the resort"),
    "card_on_map": _("On the map"),
    "card_send": _("Send to my phone"),
    "card_more": _("More"),
    "book": _("Book"),
    "book_table": _("Book a table"),
    "book_tickets": _("Get tickets"),
    "book_room": _("Book this room"),
    "card_when": _("Next"),
    "compare": _("Side by side"),
    "compare_now": _("Now"),
    # Sources
    "sources": _("Sources for this answer"),
    "from_records": _("From the resort’s records"),
    "worked_out": _("Worked out by the concierge"),
    "source_number": _("Source {number}"),
    "sources_more": _("{count} more"),
    "source_open": _("Open the page"),
    "source_quote": _("“{quote}”"),
    **FIELD_NAMES,
    # Connection and trouble
    "signal_lost": _("The signal dropped. Reconnecting."),
    "signal_back": _("Connected again"),
    "try_now": _("Try now"),
    "unsent": _(
        "The signal dropped, so your message has not been sent yet. It will be sent "
        "as soon as you are connected again."
    ),
    "unsent_help": _("If you need help now, call:"),
    "error_title": _("I could not finish this answer."),
    "error_text": _(
        "The fault is on our side. Nothing was booked, held or changed. You can "
        "ask again, or call."
    ),
    "error_wait": _("You can ask again in about {seconds} seconds."),
    "unanswered_title": _("This question has no answer yet."),
    "unanswered_text": _(
        "The answer was interrupted before it was finished. Nothing was booked, "
        "held or changed."
    ),
    "call_resort": _("Call the resort"),
    "reference": _("Your reference"),
}

# In an entry for the guest's own calendar.
CALENDAR = {
    "end_assumed": _("The end is not in the records; this one is assumed."),
}

# Beside them, for staff who ask on the guests' page.
STAFF = {
    "trace_title": _("How this answer was made"),
    "trace_staff_only": _("Staff only. Guests never see this panel."),
    "trace_open": _("Steps"),
    "trace_total": _("Total"),
    "trace_first_words": _("First words"),
    "trace_steps": _("Steps"),
    "trace_timeline": _("Timeline"),
    "trace_notes": _("What each step noted"),
    "trace_mark": _("Dashed line: first words on the guest’s screen."),
    "trace_graph": _("The way through the graph"),
    "trace_playground": _("Open in the playground"),
    "trace_inspector": _("Open in the inspector"),
}
