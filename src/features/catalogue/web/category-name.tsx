import { t } from '#web/i18n.ts'
import { type Item, itemCategories } from '../contract.ts'

type Category = Item['category']

const words: Record<Category, { label: string }> = {
  consultation: { label: 'Consultation' },
  procedure: { label: 'Procedure' },
  nursing: { label: 'Nursing' },
  laboratory: { label: 'Laboratory' },
  imaging: { label: 'Imaging' },
  drug: { label: 'Drug' },
  consumable: { label: 'Consumable' },
  bed: { label: 'Bed' },
  other: { label: 'Other' },
}

/** What kind of thing an item is, in the person's language. */
export const CategoryName = ({ category }: { category: Category }) => t(words[category].label)

/** The kinds of items, for a Select. */
export const categoryChoices = () => itemCategories.map((value) => ({ value, label: t(words[value].label) }))
