// A text of the operator's, which stands in the page already.
import { shell } from "./shell.js";

await shell();
document.documentElement.dataset.ready = "true";
