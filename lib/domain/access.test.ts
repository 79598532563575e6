import { describe, expect, it } from "vitest";
import { accessCommand, unknownPlaceholders } from "./access";

const values = { address: "10.0.3.7", port: 2222, user: "student", machine: "lab-a-1", session: "a" };

describe("accessCommand", () => {
  it.each([
    ["ssh {user}@{address} -p {port}", "ssh student@10.0.3.7 -p 2222"],
    ["http://{address}:{port}/{session}/{machine}", "http://10.0.3.7:2222/a/lab-a-1"],
    ["{address} {address}", "10.0.3.7 10.0.3.7"],
    ["echo {other} {} {address}", "echo {other} {} 10.0.3.7"],
    ["ssh {constructor}@{address}", "ssh {constructor}@10.0.3.7"],
  ])("%s", (template, command) => {
    expect(accessCommand(template, values)).toBe(command);
  });
  it("is not known while the address is not, or without a template", () => {
    expect(accessCommand("ssh {address}", { ...values, address: null })).toBeNull();
    expect(accessCommand("", values)).toBeNull();
  });
  it("puts values in as they are, never to be filled in again", () => {
    expect(accessCommand("{user}@{address}", { ...values, user: "{port}$&" })).toBe("{port}$&@10.0.3.7");
  });
});

it("names in braces that are none of ours are found", () => {
  expect(unknownPlaceholders("{user} {host} {} {port}")).toEqual(["host", ""]);
});
