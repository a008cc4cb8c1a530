import { dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Preview } from './merge-words.ts'
import { tableLabel } from './table-labels.ts'

/** Every kind of thing that moves, opened to the newest of its rows. */
export const MergeMoving = ({ of: { kinds, same, from } }: { of: Preview }) => (
  <section className="section" aria-label={t('What moves')}>
    <h2>{t('What moves')}</h2>
    {kinds.length === 0 && <p className="t2">{t('The record is empty but for the person.')}</p>}
    <ul className="merge-kinds">
      {kinds.map(({ kind, count, rows }) => (
        <li key={kind}>
          {rows.length === 0 ? (
            <span className="num">
              {tableLabel(kind)} <span className="t3">{number(count)}</span>
            </span>
          ) : (
            <details>
              <summary className="num">
                {tableLabel(kind)} <span className="t3">{number(count)}</span>
              </summary>
              <ul>
                {rows.map(({ id, at, text }) => (
                  <li key={id} className="small num">
                    {at && <span className="t2">{dateTime(at)} </span>}
                    <bdi>{text}</bdi>
                  </li>
                ))}
                {count > rows.length && <li className="small t3 num">{t('{{n}} more', { n: number(count - rows.length) })}</li>}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
    {same.length > 0 && (
      <p className="small t2">
        {t('Stays with {{number}}, because the other record says the same:', { number: from.unique_id })}{' '}
        <bdi>{same.map(({ text }) => text).join(', ')}</bdi>
      </p>
    )}
  </section>
)
