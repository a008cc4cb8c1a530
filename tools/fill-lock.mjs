// Completes package-lock.json after `npm install`: npm leaves out optional packages for other platforms that the registry in use does not
// hold, and `npm ci` then refuses the file; of those that it adds, and of others, it leaves out the hash by which `npm ci` knows the package.
// Asks the registry in use for each hash and fails where it has none. Run it from the project's folder.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const systems = {
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
  linux: 'linux',
  freebsd: 'freebsd',
  android: 'android',
  openharmony: 'openharmony',
}
const processors = {
  arm64: 'arm64',
  aarch64: 'arm64',
  armv7: 'arm',
  arm: 'arm',
  x64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
}

/** The platform that a package is for, read from its name; everything here names it in parts between dashes. */
const platformOf = (name) => {
  const parts = name.split(/[-/]/)
  const find = (table) => parts.map((part) => table[part]).find(Boolean)
  const [os, cpu] = [find(systems), find(processors)]
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(parts.some((part) => part.includes('musl')) && { libc: ['musl'] }),
    ...(os && { os: [os] }),
  }
}

/** Whether `name`, required by the package at `place`, is found there or in a folder above it, as Node would look. */
const resolves = (packages, place, name) => {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

/** The hash of a package as the registry in use has it; undefined where it does not hold that version. */
const findIntegrity = (name, version) => {
  try {
    const view = ['view', `${name}@${version}`, 'dist.integrity']
    return execFileSync('npm', view, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], shell: process.platform === 'win32' }).trim()
  } catch {
    return undefined
  }
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added = []
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolves(lock.packages, place, name)) continue
    if (!/^\d/.test(version)) {
      console.error(`${name} is wanted as ${version}: only an exact version can be added.`)
      process.exitCode = 1
      continue
    }
    lock.packages[`node_modules/${name}`] = { version, ...(entry.dev && { dev: true }), ...platformOf(name), optional: true }
    added.push(`${name} ${version}`)
  }
}
const hashed = []
const unknown = []
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === '' || entry.integrity || entry.link) continue
  const { version, ...rest } = entry
  const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = findIntegrity(name, version)
  if (integrity) lock.packages[place] = { version, integrity, ...rest }
  ;(integrity ? hashed : unknown).push(`${name} ${version}`)
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
const report = (title, list) => list.length > 0 && console.log(`${title}:\n${list.join('\n')}`)
if (added.length + hashed.length + unknown.length === 0) console.log('package-lock.json is complete.')
report('Added to package-lock.json', added)
report('Hashes added', hashed)
report('Not held by the registry in use, so their hashes are missing', unknown)
if (unknown.length > 0) process.exitCode = 1
