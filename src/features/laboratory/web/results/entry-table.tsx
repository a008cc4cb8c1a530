import { t } from '#web/i18n.ts'
import type { CriticalCall } from '../lab-types.ts'
import { EntryLine, type EntryDeeds, type EntryRights } from './entry-line.tsx'
import { itemRowOf, type EntryGroup } from './entry-rules.ts'
import type { ResultItems } from './result-items.ts'

interface Props extends EntryRights {
  groups: readonly EntryGroup[]
  items: ResultItems
  calls: readonly CriticalCall[]
  deeds: EntryDeeds
}

const widths = [undefined, 152, 128, 116, 112, 148, 96, 120, 48] as const
const hidden = [false, false, false, true, true, true, true, true, false] as const

/** All tests of a visit with their results, section under section. */
export const EntryTable = ({ groups, items, calls, deeds, mayEnter, mayAmend }: Props) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
  <div className="table-box entry-table" tabIndex={0} role="region" aria-label={t('Results')}>
    <table className="k-table" aria-label={t('Results')}>
      <colgroup>
        {widths.map((width, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns never move
          <col key={at} className={hidden[at] ? 'not-phone' : undefined} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('Test')}</th>
          <th scope="col">{t('Result')}</th>
          <th scope="col">{t('Flag')}</th>
          <th scope="col" className="not-phone">
            {t('Unit')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Range')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Previous')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Change')}
          </th>
          <th scope="col" className="not-phone">
            {t('State')}
          </th>
          <th scope="col" aria-label={t('More')} />
        </tr>
      </thead>
      {groups.map(({ key, title, rows }) => (
        <tbody key={key}>
          {title !== '' && (
            <tr>
              <th className="entry-section" colSpan={widths.length} scope="colgroup">
                {title}
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <EntryLine
              key={row.id}
              row={row}
              item={items[itemRowOf(row)]?.[row.test_panel]}
              call={calls.find(({ request_panel }) => request_panel === row.id)}
              deeds={deeds}
              mayEnter={mayEnter}
              mayAmend={mayAmend}
            />
          ))}
        </tbody>
      ))}
    </table>
  </div>
)
