import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'

/** What lies in the store that asks, and what the others have besides. */
export const OnHand = ({ here, elsewhere }: { here: number; elsewhere: number }) => (
  <span title={t('{n} in this store, {other} in other stores', { n: number(here), other: number(elsewhere) })}>
    {number(here)}
    {elsewhere > 0 && <span className="t3"> + {number(elsewhere)}</span>}
  </span>
)
