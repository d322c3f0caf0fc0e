import { visibleData } from '../../model/visible-text.ts';
import type { ShownDocument, ShownReference, ShowPage } from '../../ports/show-page.ts';

/** `{document, context, references}`; a list of them when there are several targets. */
export function showLayout(pages: readonly ShowPage[]): string {
  const values = pages.map(pageValue);
  return `${JSON.stringify(visibleData(values.length === 1 ? values[0] : values), null, 2)}\n`;
}

/** One entry of the list of references, indented as it stands in a page. */
export function referenceText(one: ShownReference): string {
  return JSON.stringify(reference(one), null, 2).replace(/^/gm, '    ');
}

function pageValue({ target, before, after, references, more }: ShowPage): object {
  return {
    document: {
      ...about(target),
      ...(target.language === null
        ? { frontmatter: Object.fromEntries(target.fields.map(({ key, value }) => [key, value])) }
        : { language: target.language }),
      ...(target.outline === null ? { body: target.body } : { sections: target.outline }),
    },
    context: [...before, ...after].map((document) => ({
      ...about(document),
      position: document.position,
      because: document.because,
      body: document.body,
    })),
    references: references.map(reference),
    ...(more === 0 ? {} : { more }),
  };
}

function about({ id, name, path, startLine, endLine, section, isStale }: ShownDocument): object {
  return {
    id,
    name,
    ...{ path, startLine, endLine },
    ...(section === null ? {} : { section }),
    ...(isStale ? { isStale: true } : {}),
  };
}

function reference({ id, name, path, anchor, description }: ShownReference): object {
  return { id, name, path, ...(anchor === null ? {} : { anchor }), description };
}
