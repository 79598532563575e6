import { X } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { Select, TextArea, TextInput } from "./inputs";

const FIELDS = { TextInput: <TextInput />, TextArea: <TextArea />, Select: <Select /> };
const BUTTONS = {
  normal: <Button>Start</Button>,
  picture: <IconButton icon={X} label="Close" />,
};

describe("what a finger touches", () => {
  it.each(Object.entries({ ...FIELDS, ...BUTTONS }))("is 44 px high: %s", (_name, element) => {
    expect(renderToStaticMarkup(element)).toContain("pointer-coarse:min-h-11");
  });

  it("is 44 px wide where it is a picture only", () => {
    expect(renderToStaticMarkup(BUTTONS.picture)).toContain("pointer-coarse:min-w-11");
  });

  it.each(Object.entries(FIELDS))(
    "has text of 16 px, so that no phone zooms into it: %s",
    (_name, element) => {
      expect(renderToStaticMarkup(element)).toContain("pointer-coarse:text-[1rem]");
    },
  );

  it("never keeps a button's words on one line that is wider than the page", () => {
    expect(renderToStaticMarkup(BUTTONS.normal)).not.toContain("whitespace-nowrap");
  });
});
