import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, messageOf, query } from '#web/calls/api.ts'
import { ago, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { listEquipment, tryEquipment } from '../contract.ts'
import { SECTION } from './analyser-nav.tsx'
import type { Equipment } from './analyser-types.ts'
import { ConnectionMark } from './equipment/connection-mark.tsx'
import { lineText } from './labels.tsx'
import controlsStyles from './controls.module.css'

const Line = ({ equipment }: { equipment: Equipment }) => {
  const { can } = useRights()
  const attempt = useMutation({ mutationFn: () => call(tryEquipment, { params: { id: equipment.id } }) })
  const { data, error } = attempt
  return (
    <li className={`stack line-bottom gap-2 pad-4-0 ${controlsStyles.anLine}`}>
      <div className="row wrap">
        <span className="grow">
          <Link className="link strong" to={`${SECTION}/${equipment.id}`}>
            {equipment.name}
          </Link>{' '}
          <span className="small t3 num">{lineText(equipment)}</span>
        </span>
        <ConnectionMark equipment={equipment} />
        {can(tryEquipment) && (
          <Button loading={attempt.isPending} onClick={() => attempt.mutate()}>
            {t('Test port')}
          </Button>
        )}
      </div>
      <span className="small t3 num" title={equipment.last_message_at ? dateTime(equipment.last_message_at) : undefined}>
        {equipment.last_message_at ? t('Last message {ago}', { ago: ago(equipment.last_message_at) }) : t('No messages yet')}
        {equipment.last_error !== null && ` · ${t(equipment.last_error)}`}
      </span>
      {data && (
        <Note tone={data.is_reached ? 'done' : 'critical'} alert={!data.is_reached}>
          {data.is_reached ? t('The port responded after {took} milliseconds.', { took: number(data.took_ms) }) : t(data.answer)}
        </Note>
      )}
      {error && (
        <Note tone="critical" alert>
          {t(messageOf(error))}
        </Note>
      )}
    </li>
  )
}

const onTheLine = ({ is_active, connection }: Equipment) => is_active && connection !== 'none'

/** The instruments on the line: how each stands, when it last sent something, and a test of its port. */
export const TryLines = () => (
  <section className="section" aria-label={t('Analysers')}>
    <h2>{t('Analysers')}</h2>
    <FourStates
      query={useQuery(query(listEquipment, { query: {} }))}
      isEmpty={(all) => !all.some(onTheLine)}
      empty={<p className="t3">{t('No analyser has a connection.')}</p>}
    >
      {(all) => (
        <ul className="bare-list">
          {all.filter(onTheLine).map((equipment) => (
            <Line key={equipment.id} equipment={equipment} />
          ))}
        </ul>
      )}
    </FourStates>
  </section>
)
