import { globSync, readFileSync } from 'node:fs'

// Dates, times, numbers, money, ages, units, names and phone numbers have one format each (docs/screens-guide.md): browser code writes them with
// `src/web/text`, quantities with `features/directions/web/quantity-name.tsx`, never by hand.

interface Rule {
  pattern: RegExp
  instead: string
  /** Where it is no text for people, or the format itself. */
  except?: RegExp
}

const rules: readonly Rule[] = [
  {
    pattern: /\.toFixed\(/,
    instead: 'number() or money()',
    except:
      /^src\/(?:web\/ui\/pie-chart|features\/(?:system\/web\/report|pharmacy\/web\/counter\/counter-lines|prescriptions\/web\/drug-amounts|laboratory\/web\/range-text|analysers\/web\/controls\/chart-points))\.tsx?$/,
  },
  { pattern: /\.toLocale(?:Date|Time)?String\(/, instead: 'date(), time(), number() or money()' },
  {
    pattern: /new Intl\.(?:DateTimeFormat|NumberFormat)\(/,
    instead: 'date(), time(), number() or money()',
    except:
      /^src\/(?:web\/text\/format|features\/(?:company\/web\/company-fields|booking\/web\/time-picker|setup\/web\/set-up-values))\.tsx?$/,
  },
  {
    pattern: /replace(?:All)?\(\s*'-',\s*'−'/,
    instead: 'number() or money(), which write a true minus',
    except: /^src\/web\/text\/format\.ts$/,
  },
  {
    pattern: /\$\{[\w.?!]*first_name\} \$\{/,
    instead: 'fullName()',
    except: /print-warning|(?:part-fields|patient-kin)\.tsx$|booking\/web\/public\//,
  },
  { pattern: /\$\{[^}`]*\} (?:y|mo|wk|yrs?|years?|months?|weeks?)`/, instead: 'age() or ageIn()' },
  {
    pattern: /\$\{(?:number|money)\([^`]*?\)\} \$\{(?:[\w.]*\.)?unit\w*\}/,
    instead: 'quantityWords() or unitName(), which know the plural',
  },
  { pattern: /\bnumber\([^()]*\)\} (?:<[^>]*>)?\{(?:[\w.]*\.)?(?:unit|units_of_measure)\}/, instead: 'unitName(), which knows the plural' },
  { pattern: /\bt\(\s*'[^']*\w\((?:s|es)\)/, instead: '{count, plural, one {…} other {…}}' },
  {
    pattern: />\s*\{[\w.]*\.?(?:phone|phone_number|tel_no)\}\s*</,
    instead: 'phone()',
    except: /booking\/web\/public\/|booking\/web\/time-picker/,
  },
]

const files = globSync(['src/web/**/*.{ts,tsx}', 'src/features/*/web/**/*.{ts,tsx}']).filter((file) => !/\.test\.tsx?$/.test(file))
const problems = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  return rules
    .filter(({ except }) => !except?.test(file))
    .flatMap(({ pattern, instead }) =>
      lines.flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()} → ${instead}`] : [])),
    )
})
if (files.length < 1000) problems.push(`only ${files.length} files were seen`)
process.stdout.write(`${problems.join('\n') || `${files.length} files of the browser, nothing is formatted by hand`}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
