import { IconArrowBackUp, IconBarcode, IconReplace } from '@tabler/icons-react'
import { unitName } from '#features/prescriptions/web/drug-name.tsx'
import { date, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { Dispense, DispenseItem } from './dispenses-columns.tsx'
import { LabelButton } from './dispenses-labels.tsx'

const Batches = ({ of: { batches } }: { of: DispenseItem }) => (
  <ul className="ph-batches num">
    {batches.map(({ batch, lot, expires_on, units, returned }) => (
      <li key={batch}>
        <span>{lot === '' ? t('no lot') : t('Lot {{lot}}', { lot })}</span>
        {expires_on !== null && <span className="t3">{t('expires {{day}}', { day: date(expires_on) })}</span>}
        {batches.length > 1 && <span>× {number(units)}</span>}
        {returned > 0 && <span className="t3">{t('{{n}} came back', { count: returned, n: number(returned) })}</span>}
      </li>
    ))}
  </ul>
)

const Reasons = ({ of }: { of: DispenseItem }) => (
  <>
    {of.prescribed_item_name !== null && (
      <p className="ph-reason">
        <Status tone="attention" icon={IconReplace}>
          {t('In place of {{item}}', { item: of.prescribed_item_name })}
        </Status>{' '}
        {of.substitution_reason}
      </p>
    )}
    {of.batch_reason !== '' && (
      <p className="ph-reason">
        <Status tone="attention">{t('Another batch than the first to expire')}</Status> {of.batch_reason}
      </p>
    )}
  </>
)

/** What went over the counter: each line with its batches, how it is taken, and why it is not what was expected. */
export const DispenseLines = ({ of }: { of: Dispense }) => (
  <section className="panel" aria-label={t('Handed out')}>
    <div className="panel-head">
      <h2>{t('Handed out')}</h2>
      <span className="t3 num">{t('{{n}} lines', { count: of.items.length, n: number(of.items.length) })}</span>
    </div>
    <ul className="ph-lines">
      {of.items.map((item) => (
        <li key={item.id}>
          <div className="grow">
            <p className="row wrap">
              <span className="strong">{item.item_name}</span>
              {item.is_scanned && (
                <Status tone="done" icon={IconBarcode}>
                  {t('Scanned')}
                </Status>
              )}
              {item.returned > 0 && (
                <Status tone={item.returned >= item.units ? 'inactive' : 'attention'} icon={IconArrowBackUp}>
                  {t('{{n}} came back', { count: item.returned, n: number(item.returned) })}
                </Status>
              )}
            </p>
            {item.words !== '' && (
              <p className="t2" lang="en">
                {item.words}
              </p>
            )}
            <Reasons of={item} />
            <Batches of={item} />
          </div>
          <span className="ph-units num">
            <b>{number(item.units)}</b> <span className="t3">{item.unit && unitName(item.unit, item.units)}</span>
          </span>
          <LabelButton id={of.id} item={item.id} name={item.item_name} />
        </li>
      ))}
    </ul>
  </section>
)
