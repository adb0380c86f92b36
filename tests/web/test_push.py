"""Notifications without an open page: the button, and the text on the device, in its own language."""

from playwright.sync_api import expect

from .axe import findings
from .person import PHONE, People
from .targets import too_small
from .test_slow import meet_slowly

SENTENCES = {
    "en": "A slow table is waiting for you.",
    "fr": "Une table lente t’attend.",
    "de": "Ein langsamer Tisch wartet auf dich.",
    "nl": "Een trage tafel wacht op je.",
}
# A Chromium without windows denies notifications, and one with windows has yet to ask; nor does a test reach the
# services from which browsers get their subscriptions. All else is the real thing: the push comes to our worker.
SUBSCRIBED = """
Object.defineProperty(Notification, "permission", { get: () => "default" });
PushManager.prototype.subscribe = async function (how) {
    if (!how.userVisibleOnly || how.applicationServerKey.length !== 87) throw new Error("not so");
    return { endpoint: "https://fcm.googleapis.com/fcm/send/of-this-test" };
};"""
NOTED = """() => {
    self.noted = [];
    registration.showNotification = async (title, { body, lang }) => void self.noted.push([title, body, lang]);
}"""
SHOWN = """async () => {
    for (let look = 0; look < 200 && self.noted.length === 0; look++)
        await new Promise((soon) => setTimeout(soon, 50));
    return self.noted.shift();
}"""


def test_a_device_notifies_its_player_in_the_language_of_the_page(people: People) -> None:
    one, other = (people.come(name, PHONE, service_workers="allow") for name in ("Anna", "Ben"))
    for person in (one, other):
        person.page.context.grant_permissions(["notifications"])
        person.page.context.add_init_script(SUBSCRIBED)
    _, waits = meet_slowly(people, one, other)
    page, button = waits.page, waits.page.get_by_test_id("tell-me")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    expect(button).to_have_text("Notify me when it is my turn")
    assert findings(waits) == []
    assert too_small(waits) == []
    worker = page.context.service_workers[0]
    worker.evaluate(NOTED)
    devtools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(each["registrationId"] for each in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    with page.expect_request(lambda asked: asked.url.endswith("/push") and asked.method == "POST") as sent:
        button.click()
    answer = sent.value.response()
    assert answer is not None
    assert answer.status == 204
    waits.sees("This device will notify you when it is your turn.")
    expect(button).to_have_count(0)
    for language, sentence in SENTENCES.items():
        if language != "en":
            page.get_by_label("Menu").first.click() if language == "fr" else None
            with page.expect_request(lambda asked: asked.url.endswith("/push") and asked.method == "POST"):
                page.locator("dialog select").first.select_option(language)
        push = {"origin": page.evaluate("location.origin"), "registrationId": registrations[-1], "data": ""}
        devtools.send("ServiceWorker.deliverPushMessage", push)
        assert worker.evaluate(SHOWN) == ["Toctoc", sentence, language]
    with page.expect_request(lambda asked: asked.url.endswith("/push") and asked.method == "DELETE"):
        page.locator("dialog").get_by_test_id("tell-me").click()
