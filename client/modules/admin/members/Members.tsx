import { useSearchParams } from 'react-router-dom'

import { MemberAccount } from './MemberAccount.tsx'
import { MemberList } from './MemberList.tsx'

/** `&member={id}` shows one member. */
export function Members() {
  const [search] = useSearchParams()
  const memberId = search.get('member')
  return memberId ? <MemberAccount key={memberId} memberId={memberId} /> : <MemberList />
}
