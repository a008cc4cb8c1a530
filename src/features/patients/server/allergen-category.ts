const FOODS = /\b(?:nuts?|peanuts?|groundnuts?|eggs?|milk|fish|shellfish|seafood|prawns?|wheat|gluten|soya?|sesame|strawberr\w+|foods?)\b/i
const SURROUNDINGS = /\b(?:dust|pollen|latex|bees?|wasps?|stings?|cats?|dogs?|mou?ld|grass|perfumes?|smoke|cold)\b/i

/** What kind of thing a substance is, where its name shows it; null for what may be a drug or anything else. */
export const allergenCategory = (substance: string): 'food' | 'environment' | null => {
  if (FOODS.test(substance)) return 'food'
  return SURROUNDINGS.test(substance) ? 'environment' : null
}
