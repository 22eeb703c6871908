import type { CSSOptions } from 'vite'

type PostcssOptions = Exclude<CSSOptions['postcss'], string | undefined>

/** CSS modules create declarations without a source, for which Vite warns that it might not find their files. */
export const cssSources = (): NonNullable<PostcssOptions['plugins']>[number] => ({
  postcssPlugin: 'css-sources',
  OnceExit(root) {
    root.walkDecls((declaration) => {
      declaration.source ??= root.source
    })
  },
})
