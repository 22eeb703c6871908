import { Fragment } from 'react'

/** Up to what only ends the sentence, or closes the bracket, around an address. */
const ADDRESS = /\bhttps:\/\/[^\s<>"]*[^\s<>".,;:!?()[\]{}'’”]/gu

/** Text as it was typed, in which addresses can be followed. */
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
