import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { documentAddress } from './document-address.ts'

type Props = { target: Parameters<typeof documentAddress>[0] & { number: string } } & Pick<ComponentProps<typeof Link>, 'onClick'>

/** The number of the paper behind a movement, which leads to it where the person may read it. */
export const DocumentLink = ({ target, onClick }: Props) => {
  const to = documentAddress(target)
  if (to === null) return <span className="num">{target.number}</span>
  return (
    <Link className="link num" to={to} onClick={onClick}>
      {target.number}
    </Link>
  )
}
