import { describe, expect, it } from "vitest";
import type { LabSpec } from "@/lib/domain/lab";
import { cloudConfig, TOKEN_FILE } from "./cloud-config";

type Part = Pick<LabSpec, "cloudInit" | "access">;
const id = "abcdefghij";
const key = "ssh-ed25519 AAAAC3Nz me@laptop";

function lab(user: string, cloudInit: Part["cloudInit"] = {}, protocol: "ssh" | "none" = "ssh"): Part {
  return { cloudInit, access: { protocol, port: 22, user, template: "ssh {user}@{address}" } };
}

describe("cloudConfig", () => {
  it("lets a stored key in and no password", () => {
    const config = cloudConfig(lab("ubuntu"), id, { sshKey: key, password: null, token: "t" });
    expect(config["users"]).toEqual([
      "default",
      expect.objectContaining({ name: "ubuntu", lock_passwd: true, ssh_authorized_keys: [key] }),
    ]);
    expect(config["ssh_pwauth"]).toBe(false);
    expect(config).not.toHaveProperty("chpasswd");
  });

  it("sets a one-time password that does not have to be changed at once", () => {
    const config = cloudConfig(lab("ubuntu"), id, { sshKey: null, password: "p", token: "t" });
    expect(config["chpasswd"]).toEqual({
      expire: false,
      users: [{ name: "ubuntu", password: "p", type: "text" }],
    });
    expect(config["ssh_pwauth"]).toBe(true);
  });

  it("gives the token to root alone", () => {
    const config = cloudConfig(lab("ubuntu"), id, { sshKey: key, password: null, token: "secret" });
    expect(config["write_files"]).toContainEqual({
      path: TOKEN_FILE,
      owner: "root:root",
      permissions: "0600",
      content: "secret\n",
    });
  });

  it("keeps what the lab wrote, joins lists and lets no lab lock its student out", () => {
    const own = {
      packages: ["vim"],
      ssh_pwauth: true,
      write_files: [{ path: "/etc/motd", content: "hi" }],
    };
    const config = cloudConfig(lab("ubuntu", own), id, { sshKey: key, password: null, token: "t" });
    expect(config["packages"]).toEqual(["vim"]);
    expect(config["ssh_pwauth"]).toBe(false);
    expect(config["write_files"]).toHaveLength(3);
    expect(own.write_files).toHaveLength(1);
  });

  it("enables root where the lab's user is root", () => {
    const config = cloudConfig(lab("root"), id, { sshKey: key, password: null, token: "t" });
    expect(config["disable_root"]).toBe(false);
  });

  it("adds no account where nobody logs in", () => {
    const config = cloudConfig(lab("ubuntu", {}, "none"), id, {
      sshKey: key,
      password: null,
      token: "t",
    });
    expect(config).not.toHaveProperty("users");
  });
});
