import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconFileUnknown } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError } from '../calls/http.ts'
import { t } from '../i18n.ts'
import { useKeys } from '../keyboard/keys.ts'
import type { Rows } from '../calls/rows.ts'
import { Empty, FourStates, Loading } from './four-states.tsx'
import styles from './document.module.css'

interface Props {
  title: string
  status?: ReactNode
  /** Whose it is, from where to where, when. */
  sub?: ReactNode
  /** The list that it belongs to; the key B leads there. */
  back: { to: string; label: string }
  /** Buttons at the right; at most one of them filled. */
  actions?: ReactNode
}

/** The head of a document's page: its number, how it stands, what can be done with it. */
export const DocumentHead = ({ title, status, sub, back, actions }: Props) => {
  const go = useNavigate()
  const leave = () => void go(back.to)
  useKeys([{ keys: 'B', label: back.label, run: leave }])
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${title} · Kliniki`
  }, [title])
  return (
    <header className={`in-row gap-4-5 wrap ${styles.docHead}`}>
      <ActionIcon aria-label={back.label} aria-keyshortcuts="B" onClick={leave} size="var(--k-control)" variant="default">
        <IconArrowLeft size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <div className="grow">
        <span className="row wrap">
          <h1 className="num">{title}</h1>
          {status}
        </span>
        {sub !== undefined && <span className="row wrap t3 num">{sub}</span>}
      </div>
      {actions && <div className="row wrap actions no-print">{actions}</div>}
    </header>
  )
}

/** The id in the address of a page; 0 when there is none. */
export const useIdInAddress = (): number => {
  const asked = Number(useParams()['id'])
  return Number.isInteger(asked) && asked > 0 ? asked : 0
}

/** Whether a record was asked for that is not there. */
export const isMissing = ({ error, data }: { error: unknown; data: unknown }): boolean =>
  data === undefined && error instanceof ApiError && (error.status === 404 || error.status === 400)

/** In place of a document that is not there. */
export const NoSuchDocument = ({ title, to, label }: { title: string; to: string; label: string }) => (
  <Empty
    icon={IconFileUnknown}
    title={title}
    action={
      <Button component={Link} to={to}>
        {label}
      </Button>
    }
  >
    {t('The address may be mistyped.')}
  </Empty>
)

interface PageProps<T> {
  document: { data: T | undefined; error: unknown; dataUpdatedAt: number; refetch: () => unknown }
  /** In its place, when it is not there. */
  missing: { title: string; to: string; label: string }
  children: (document: T) => ReactNode
}

/** The page of one document: on its way, not there, or shown. */
export const DocumentPage = <T,>({ document: asked, missing, children }: PageProps<T>) =>
  isMissing(asked) ? (
    <NoSuchDocument {...missing} />
  ) : (
    <div className="page-body">
      <FourStates query={asked} loading={<Loading rows={12} height={28} />}>
        {children}
      </FourStates>
    </div>
  )

/** Rows that are all there, as a table wants them. */
export const givenRows = <Row,>(data: Row[]): Rows<Row> => ({
  data,
  error: null,
  dataUpdatedAt: 0,
  refetch: () => {},
  hasMore: false,
  isFetchingMore: false,
  fetchMore: () => {},
  total: data.length,
})
