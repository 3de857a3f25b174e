import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app";
import { theme } from "./preferences";
import "./style/theme.css";
import "./style/base.css";
import "./style/board.css";
import "./style/home.css";
import "./style/game.css";
import "./style/study.css";

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});

render(<App />, document.getElementById("app")!);
