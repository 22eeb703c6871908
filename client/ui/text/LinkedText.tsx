import { Fragment } from 'react'

/** An address without trailing punctuation, which ends the sentence or closes the bracket around it. */
const ADDRESS = /\bhttps:\/\/[^\s<>"]*[^\s<>".,;:!?()[\]{}'’”]/gu

/** Plain text with links for its addresses. */
export function LinkedText({ children }: { children: string }) {
  const between = children.split(ADDRESS)
  const addresses = children.match(ADDRESS) ?? []
  return between.map((text, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {text}
      <Address>{addresses[index]}</Address>
    </Fragment>
  ))
}

function Address({ children }: { children: string | undefined }) {
  const url = children && URL.parse(children)
  if (!url) return children
  return (
    <a href={url.href} rel="noreferrer" target="_blank">
      {children}
    </a>
  )
}
