// A text of the operator, which the page already contains.
import { shell } from "./shell.js";

await shell();
document.documentElement.dataset.ready = "true";
