"use client";

export type NotifyState = "unsupported" | "default" | "granted" | "denied";

export function notifyState(): NotifyState {
  return typeof Notification === "undefined" ? "unsupported" : Notification.permission;
}

/** Asks once; the browser remembers. */
export async function askToNotify(): Promise<NotifyState> {
  return notifyState() === "unsupported" ? "unsupported" : Notification.requestPermission();
}

/** Shows a notification where it is allowed. Some phones allow the permission but not this call: then the page's own warning is all. */
export function notify(title: string, body: string): void {
  if (notifyState() !== "granted") return;
  try {
    new Notification(title, { body, tag: "curfew-expiry" });
  } catch {
    return;
  }
}
