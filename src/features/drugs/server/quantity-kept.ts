import { formatMessage } from '#shared/message.ts'
import type { SafetyWarning } from '../contract.ts'
import { version } from '../knowledge/safety-rules.ts'
import { warningTitles } from '../rules.ts'

interface Kept {
  item: number
  name: string
  /** As it was entered. */
  quantity: string
  /** What the directions come to now; null where that cannot be counted. */
  computed: string | null
}

/** The note that an entered quantity stays although the directions have changed, with both. */
export const quantityKept = ({ item, name, quantity, computed }: Kept): SafetyWarning => {
  const values: Record<string, string> = {
    drug: name,
    quantity: String(Number(quantity)),
    ...(computed && { computed: String(Number(computed)) }),
  }
  const titleKey = computed === null ? 'quantityUncounted' : 'quantityKept'
  return {
    key: `dose:quantity-kept:${item}`,
    kind: 'dose',
    severity: 'note',
    line: String(item),
    with: null,
    other_line: null,
    title: formatMessage(warningTitles[titleKey], values),
    title_key: titleKey,
    values,
    detail: 'Enter the quantity again to change it.',
    alternatives: null,
    source: '',
    rule: 'quantity-kept',
    version,
  }
}
