import { useNavigate } from 'react-router'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRows } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Link } from 'react-router'
import { listMessages } from '#features/analysers/contract-inbox.ts'
import { SECTION } from '../analyser-nav.tsx'
import { messageColumns } from './message-columns.tsx'
import styles from '../lists.module.css'

/** The last messages of an instrument. */
export const LastMessages = ({ equipment }: { equipment: number }) => {
  const go = useNavigate()
  const messages = useRows(query(listMessages, { query: { equipment, limit: 10 } }))
  return (
    <section className={`panel clipped row-heads ${styles.panel} ${styles.list}`} aria-label={t('Recent messages')}>
      <div className="panel-head">
        <h2 className="grow">{t('Recent messages')}</h2>
        <Link className="link" to={`${SECTION}/messages?equipment=${equipment}`}>
          {t('All messages')}
        </Link>
      </div>
      <DataTable
        label={t('Recent messages')}
        columns={messageColumns(false)}
        rows={messages}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`${SECTION}/messages/${id}`)}
        empty={<Empty title={t('No messages yet')}>{t('Messages of the analyser are kept here as received, before they are read.')}</Empty>}
      />
    </section>
  )
}
