import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInbox, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isOffline, messageOf } from '../calls/api.ts'
import { ago, time } from '../text/format.ts'
import { t } from '../i18n.ts'
import { Note } from './status.tsx'

/** Grey bars of the size of what is coming. */
export const Loading = ({ rows = 6, height = 20 }: { rows?: number; height?: number }) => (
  <div role="status" aria-label={t('Loading')} className="form-stack">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="skeleton" style={{ height, width: `${92 - ((row * 17) % 40)}%` }} />
    ))}
  </div>
)

interface StateProps {
  icon?: Icon
  title: string
  children?: ReactNode
  action?: ReactNode
}
const State = ({ icon: Sign = IconInbox, title, children, action, role }: StateProps & { role: 'alert' | 'status' }) => (
  <div className="state" role={role}>
    <Sign size={32} stroke={1.25} aria-hidden />
    <h2>{title}</h2>
    {children !== undefined && <p>{children}</p>}
    {action}
  </div>
)

/** Nothing here yet: what belongs here and the button that makes it. */
export const Empty = (props: StateProps) => <State role="status" {...props} />

/** What happened, and the way to try again. */
export const Failed = ({ error, retry, title = t('Could not be loaded') }: { error: unknown; retry?: () => void; title?: string }) => (
  <State role="alert" icon={IconAlertTriangle} title={title} action={retry && <Button onClick={retry}>{t('Try again')}</Button>}>
    {messageOf(error)}
  </State>
)

/** Data that could not be refreshed stays, marked with its age. The bar at the top speaks for a lost line. */
export const Stale = ({ error, from }: { error: unknown; from: number }) =>
  error && from > 0 && !isOffline(error) ? (
    <Note tone="attention">{t('Could not be refreshed. Data is from {time} ({ago}).', { time: time(from), ago: ago(from) })}</Note>
  ) : null

interface Asked<T> {
  data: T | undefined
  error: unknown
  dataUpdatedAt: number
  refetch: () => unknown
}
interface Props<T> {
  query: Asked<T>
  loading?: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/** Loading, error, empty, data: always in that order. Old data wins over a new error. */
export const FourStates = <T,>({ query, loading = <Loading />, isEmpty, empty, children }: Props<T>) => {
  const { data, error, dataUpdatedAt, refetch } = query
  if (data === undefined) return error ? <Failed error={error} retry={() => void refetch()} /> : loading
  return (
    <>
      <Stale error={error} from={dataUpdatedAt} />
      {isEmpty?.(data) ? empty : children(data)}
    </>
  )
}
