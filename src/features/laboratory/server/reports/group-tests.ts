import type { ReportSample, ReportTest } from './find-report.ts'
import type { PdfLocale } from '#platform/pdf/pdf-locale.ts'

interface Group {
  /** Null: the tests were asked for one by one. */
  profile: string | null
  /** Null: all that is here is calculated, or was asked for before samples were kept. */
  sample: ReportSample | null
  requested_at: Date
  tests: ReportTest[]
}

const oneSample = (tests: readonly ReportTest[]): number | undefined => {
  const [first, ...others] = new Set(tests.flatMap(({ sample }) => sample ?? []))
  return others.length === 0 ? first : undefined
}
/** Its own sample; what is calculated goes with what it was asked for with, else with the rest of the section, where those are of one. */
const sampleOf = (test: ReportTest, section: readonly ReportTest[]): number | null =>
  test.sample ??
  section.find(({ order, sample }) => order === test.order && sample !== null)?.sample ??
  oneSample(section.filter(({ request }) => request === test.request)) ??
  oneSample(section) ??
  null

/** Which time it is that a test is done: 0 is the first. Those of one profile's order go together. */
const turnOf = (test: ReportTest, own: readonly ReportTest[]): number =>
  test.profile === null ? own.filter(({ panel, id }) => panel === test.panel && id < test.id).length : test.order

const groupOf = (tests: ReportTest[], sample: ReportSample | null): Group => ({
  profile: tests[0]!.profile,
  sample,
  requested_at: tests.reduce((last, { requested_at: at }) => (at > last ? at : last), tests[0]!.requested_at),
  tests,
})
const timeOf = ({ sample, requested_at }: Group) => Number(sample?.collected_at ?? requested_at)

/**
 * The tests of a section by profile and sample, groups of a profile by their time: no group has two results of one test, so that what was
 * done twice is told apart.
 */
export const groupsOf = (section: readonly ReportTest[], samples: readonly ReportSample[]): Group[] => {
  const sampleIds = new Map(section.map((test) => [test, sampleOf(test, section)]))
  return [...Map.groupBy(section, ({ profile }) => profile).values()].flatMap((ofProfile) => {
    const bySample = [...Map.groupBy(ofProfile, (test) => sampleIds.get(test) ?? null)]
    const groups = bySample.flatMap(([sample, own]) =>
      [...Map.groupBy(own, (test) => turnOf(test, own)).values()].map((tests) =>
        groupOf(tests, samples.find(({ id }) => id === sample) ?? null),
      ),
    )
    return groups.toSorted((a, b) => timeOf(a) - timeOf(b) || Number(a.requested_at) - Number(b.requested_at))
  })
}

/** What a group of these is of, and of which sample, taken when; asked for when, where one sample was used twice. */
export const headOf = (group: Group, all: readonly Group[], { t, moment }: PdfLocale) => {
  const { profile, sample, requested_at } = group
  const isUsedTwice = all.some((other) => other !== group && other.profile === profile && other.sample === sample)
  const collected = sample?.collected_at ? [sample.code, t('Collected {when}', { when: moment(sample.collected_at) })] : []
  const requested = sample?.collected_at && !isUsedTwice ? [] : [t('Requested {when}', { when: moment(requested_at) })]
  return {
    // Beneath a profile they would be taken for its tests; where there is none, the section's title says enough.
    title: profile ?? (all.every((other) => other.profile === null) ? '' : t('Other tests')),
    taken: [...collected, ...requested].join(' · '),
  }
}
