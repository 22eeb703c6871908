import { useSearchParams } from 'react-router-dom'

import { ErrorGroup } from './ErrorGroup.tsx'
import { ErrorList } from './ErrorList.tsx'

/** `&error={fingerprint}` shows one group, `&sample={id}` one of its samples. */
export function Errors() {
  const [search] = useSearchParams()
  const fingerprint = search.get('error')
  return fingerprint ? <ErrorGroup key={fingerprint} fingerprint={fingerprint} /> : <ErrorList />
}
