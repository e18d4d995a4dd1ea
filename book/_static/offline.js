/* The switch that keeps the whole book on the reader's device, and what keeps a kept book new.
   Nothing is registered, asked for or stored before a reader says so. */
(() => {
  "use strict";
  const ROOT = new URL("../", document.currentScript.src);
  const WORKER = new URL("sw.js", ROOT).href;
  const KEPT = "haventms-kept " + ROOT.pathname; // local storage: the version of the book that was kept whole
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

  const told = () => fetch(new URL("kept.json", ROOT), { cache: "no-cache" }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  const worker = async () => (await navigator.serviceWorker.getRegistration(ROOT.href).catch(() => null)) ?? null;

  function ask(registration, message, hear) {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => (data.type === "keeping" ? hear?.(data.done) : resolve(data));
      registration.active.postMessage(message, [port2]);
    });
  }

  async function ready(registration) {
    const coming = registration.installing ?? registration.waiting;
    if (!registration.active && coming)
      await new Promise((done) => coming.addEventListener("statechange", () => registration.active && done()));
    return registration;
  }

  /* Whether every file is kept now. */
  async function keep(registration, book, hear) {
    const urls = book.files.map((file) => new URL(file, ROOT).href);
    const answer = await ask(await ready(registration), { type: "keep", urls, whole: true }, (done) => hear?.(done, urls.length));
    if (!answer.failed.length) localStorage.setItem(KEPT, book.version);
    return !answer.failed.length;
  }

  /* A book that was kept follows the newest one while there is a connection. */
  async function follow() {
    const registration = await worker();
    if (!registration) return;
    const book = await told();
    if (book && book.version !== localStorage.getItem(KEPT)) await keep(registration, book);
  }

  class Switch {
    constructor(place) {
      this.say = Object.assign(document.createElement("span"), { className: "offline-say" });
      this.say.setAttribute("role", "status");
      this.button = Object.assign(document.createElement("button"), { type: "button", className: "offline-button", hidden: true });
      this.button.addEventListener("click", () => this.act());
      place.replaceChildren(this.button, this.say);
      place.classList.add("offline-ready");
      this.look();
    }

    show(sentence, label = "", act = null) {
      this.say.textContent = sentence;
      this.button.hidden = !label;
      this.button.textContent = label;
      this.act = () => {
        this.button.hidden = true;
        act();
      };
    }

    async look() {
      if (location.protocol === "file:") this.show("You read a copy in a folder of your own: it needs no connection.");
      else if (!("serviceWorker" in navigator))
        this.show("Your browser keeps a book only if it comes from an address that begins with https.");
      else if (await worker()) this.kept(localStorage.getItem(KEPT));
      else {
        const book = await told();
        if (book) this.show("", `Keep the book on this device (${megabytes(book.bytes)})`, () => this.keep(book));
        else this.show("The list of the book's files could not be read.", "Try again", () => this.look());
      }
    }

    kept(whole) {
      const sentence = whole ? "The whole book is kept on this device: it opens and computes without a connection."
        : "The book is kept in part.";
      this.show(sentence, "Remove it", () => this.forget());
    }

    async keep(book) {
      this.show("Keeping the book");
      try {
        const registration = await navigator.serviceWorker.register(WORKER);
        const whole = await keep(registration, book, (done, of) => this.show(`Keeping the book: ${done} of ${of} files`));
        if (whole) this.kept(true);
        else this.show("Some files could not be kept.", "Try again", () => this.keep(book));
      } catch (error) {
        console.warn(error);
        this.show("The book could not be kept here.", "Try again", () => this.keep(book));
      }
    }

    async forget() {
      await ask(await ready(await worker()), { type: "forget" });
      localStorage.removeItem(KEPT);
      await this.look();
      if (!this.button.hidden) this.button.focus();
    }
  }

  function begin() {
    for (const place of document.querySelectorAll("[data-offline]")) new Switch(place);
    if ("serviceWorker" in navigator) follow();
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
