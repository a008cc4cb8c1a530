import { Link } from 'react-router'
import { quantityWords, wordsOf } from '#features/prescriptions/web/drug-name.tsx'
import { dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { RequestWithRemarks } from '../request-status.tsx'

type Line = RequestWithRemarks['lines'][number]

const Asked = ({ of: line }: { of: Line }) => {
  const { item_name, unit, quantity, prescription, prescribed_at, prescribed_by_name, dispensed_at } = line
  return (
    <li>
      <b>{item_name}</b>
      <span>{wordsOf(line)}</span>
      <span className="num">{quantityWords(quantity, unit)}</span>
      <span className="small t3 num">
        <Link className="link" to={`/dashboard/pharmacy/prescriptions/${prescription}`}>
          {t('Prescribed on {{day}}', { day: dayOf(prescribed_at) })}
        </Link>{' '}
        · <bdi>{prescribed_by_name}</bdi>
      </span>
      <span className="small t3 num">
        {dispensed_at === null ? t('Never handed out') : t('Last handed out {{when}}', { when: dateTime(dispensed_at) })}
      </span>
    </li>
  )
}

/** Medicines that a patient asks for again, as they were prescribed last. */
export const RequestLines = ({ of: { lines } }: { of: Pick<RequestWithRemarks, 'lines'> }) => (
  <section className="section" aria-label={t('Asked for again')}>
    <h2>{t('Asked for again')}</h2>
    <ul className="rq-lines">
      {lines.map((line) => (
        <Asked key={line.prescribed_drug} of={line} />
      ))}
    </ul>
  </section>
)
