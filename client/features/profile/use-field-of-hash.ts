import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Takes who follows `/profile#goals` to that field, or to where its list begins. */
export function useFieldOfHash(form: RefObject<HTMLFormElement | null>) {
  const { hash } = useLocation()
  useEffect(() => {
    if (!/^#\w+$/.test(hash)) return
    const name = hash.slice(1)
    const places = [`name='${name}'`, `name='address.${name}'`, `name='${name}.0'`, `data-add='${name}'`]
    form.current?.querySelector<HTMLElement>(places.map((place) => `[${place}]`).join())?.focus()
  }, [form, hash])
}
