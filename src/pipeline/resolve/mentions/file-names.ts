// Names of things that only look like files; they count when the workspace really has such a file.
const PRODUCTS =
  /^(?:node|vue|next|nuxt|react|express|three|d3|ember|backbone|angular|require|discord|chart|moment|day|alpine|solid|p5|nest|meteor|knockout|socket|p2|asp|ml|vb|index)\.(?:js|io|net)$/i;
// A member of an object reads like a file when the member's name is also an extension; so does `app.css`, which the
// workspace may have.
const OBJECTS =
  /^(?:this|self|req|res|request|response|ctx|c|e|event|app|window|document|process|module|exports|console|data|args|obj|cls|np|pd|plt|ax|os|sys)$/i;

/** Whether a path may as well be a library's name or a member of an object: `node.js`, `res.json`. */
export function isDoubtful(path: string): boolean {
  const isMember = OBJECTS.test(path.slice(0, path.lastIndexOf('.'))) && !/\.(?:py|[jt]sx?)$/i.test(path);
  return isMember || isProductName(path.slice(path.lastIndexOf('/') + 1));
}

/** A library's name that ends like a file's. */
export const isProductName = (name: string): boolean => PRODUCTS.test(name);
