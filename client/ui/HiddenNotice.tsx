import { Notice } from './Notice.tsx'

interface Props {
  /** What is hidden, such as `Your photo`. */
  what: string
  hidden: { reason: string } | undefined
}

/** For the owner of what an admin has hidden from everyone else. */
export const HiddenNotice = ({ what, hidden }: Props) =>
  hidden && (
    <Notice tone="warning" title={`${what} is hidden from other members.`}>
      An admin’s reason: {hidden.reason}
    </Notice>
  )
