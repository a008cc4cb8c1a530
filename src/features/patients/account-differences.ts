interface Named {
  first_name: string
  second_name?: string | null
  last_name?: string | null
  other_names?: string | null
  date_of_birth: string | null
}

const wordsOf = ({ first_name, second_name, last_name, other_names }: Named) =>
  new Set(
    [first_name, second_name, last_name, other_names]
      .join(' ')
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLocaleLowerCase('en')
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== ''),
  )

const holds = (all: ReadonlySet<string>, some: ReadonlySet<string>) => [...some].every((word) => all.has(word))

export type AccountDifference = 'name' | 'date_of_birth'

/**
 * What of an account is not as on the record: a name of which one has words that the other lacks in both directions, and a date of birth
 * that both give. Names may be in any order, and either side may know more of them.
 */
export const findDifferences = (account: Named, record: Named): AccountDifference[] => {
  const [one, other] = [wordsOf(account), wordsOf(record)]
  const isSame = one.size > 0 && other.size > 0 && (holds(one, other) || holds(other, one))
  const isOtherDay = account.date_of_birth !== null && record.date_of_birth !== null && account.date_of_birth !== record.date_of_birth
  return [...(isSame ? [] : (['name'] as const)), ...(isOtherDay ? (['date_of_birth'] as const) : [])]
}
