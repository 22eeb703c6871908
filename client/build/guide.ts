import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Heading, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Plugin } from 'vite'

import { elementsOf, type MarkdownElement, type MarkdownNode } from '#shared/lib/markdown/elements.ts'
import { headingLevels } from '#shared/lib/markdown/heading-levels.ts'
import { paths } from '#shared/lib/paths.ts'

const FOLDER = fileURLToPath(new URL('../../docs/guide', import.meta.url))
const MODULE = 'virtual:guide'

type Sizes = Readonly<Record<string, { width: number; height: number }>>

/** Parses the pages of `docs/guide` at build time, so that no browser downloads a parser for them. */
export const guide = (): Plugin => ({
  name: 'guide',
  resolveId: { filter: { id: new RegExp(`^${MODULE}$`) }, handler: () => `\0${MODULE}` },
  load: {
    filter: { id: new RegExp(`^\0${MODULE}$`) },
    async handler() {
      const names = globSync('*/*.md', { cwd: FOLDER }).map((file) => file.slice(0, -'.md'.length))
      const sizes: Sizes = JSON.parse(await readFile(join(FOLDER, 'pictures.json'), 'utf8'))
      const pages = await Promise.all(
        names.toSorted().map(async (name) => {
          const file = join(FOLDER, `${name}.md`)
          this.addWatchFile(file)
          return [name, readPage(name, await readFile(file, 'utf8'), sizes)] as const
        }),
      )
      return moduleOf(Object.fromEntries(pages), Object.keys(sizes))
    },
  },
})

/** @param name of the page, as in `members/rsvp` */
function readPage(name: string, text: string, sizes: Sizes) {
  const root = fromMarkdown(text)
  const [title, ...rest] = root.children
  if (title?.type !== 'heading') throw new Error(`${name} has to start with its title.`)
  return {
    title: titleOf(title),
    content: contentOf(name, rest, headingLevels(root, isIndex(name) ? 2 : 1), sizes).map(unwrapped),
  }
}

/** A line break in a member's text is intended; in these sources it only wraps a long line. */
const unwrapped = (node: MarkdownNode): MarkdownNode =>
  typeof node === 'string' ? node.replaceAll('\n', ' ') : { ...node, children: node.children.map(unwrapped) }

const titleOf = ({ children: [text] }: Heading) => (text?.type === 'text' ? text.value : '')

/** The title of an index page is one heading level below that of the contents. */
const isIndex = (name: string) => name.endsWith('/index')

function contentOf(
  name: string,
  nodes: readonly RootContent[],
  levels: ReadonlyMap<Heading, number>,
  sizes: Sizes,
): MarkdownNode[] {
  return elementsOf(nodes, {
    levels,
    depth: 0,
    own(node, inside) {
      if (/^[a-z]+:/.test(node.url)) return undefined
      const target = posix.join(posix.dirname(name), node.url)
      if (node.type === 'image') return pictureOf(posix.basename(target), node.alt ?? '', sizes)
      return {
        tag: 'a',
        attributes: { href: paths.help + target.replace(/\.md$/, '') },
        children: inside,
      }
    },
  })
}

function pictureOf(file: string, alt: string, sizes: Sizes): MarkdownElement {
  const size = sizes[file]
  if (!size) throw new Error(`${file} is not in pictures.json. Run npm run guide-pictures.`)
  return {
    tag: 'img',
    attributes: { src: `picture:${file}`, alt, width: size.width, height: size.height, loading: 'lazy' },
    children: [],
  }
}

/** Pictures are imported, so that Vite names them by their content. */
function moduleOf(pages: object, pictures: readonly string[]) {
  const imports = pictures.map(
    (file, at) => `import picture${at} from ${JSON.stringify(join(FOLDER, 'pictures', file))}`,
  )
  const code = pictures.reduce(
    (rest, file, at) => rest.replaceAll(`"picture:${file}"`, `picture${at}`),
    JSON.stringify(pages),
  )
  return [...imports, `export const GUIDE = ${code}`].join('\n')
}
