/** Products with several substances under one name: `name, other names = substance + substance`. */
const text = `
co-amoxiclav, coamoxiclav, augmentin, clavam, amoxiclav, amoxyclav, amoxi-clav, clavulin = amoxicillin + clavulanic acid
co-trimoxazole, cotrimoxazole, septrin, bactrim, ctx, cotrim, septra = sulfamethoxazole + trimethoprim
ampiclox, ampicillin cloxacillin, ampi-clox, ampicloxacillin = ampicillin + cloxacillin
flucamox, amoxicillin flucloxacillin = amoxicillin + flucloxacillin
tazocin, pip-taz, piptaz = piperacillin + tazobactam
sulperazone = cefoperazone + sulbactam
unasyn, sultamicillin = ampicillin + sulbactam
tienam, primaxin = imipenem + cilastatin
coartem, artemether lumefantrine, lonart, lumartem, artefan, a-l, alu = artemether + lumefantrine
duo-cotecxin, p-alaxin, eurartesim, d-artepp, duocotecxin = dihydroartemisinin + piperaquine
fansidar, sulphadoxine pyrimethamine, sulfadoxine pyrimethamine, orodar = sulfadoxine + pyrimethamine
malarone = atovaquone + proguanil
camoquin plus, asaq, coarsucam = artesunate + amodiaquine
rhze, rhez, rifafour, rh ze, hrze = rifampicin + isoniazid + pyrazinamide + ethambutol
rhz, rifater, hrz = rifampicin + isoniazid + pyrazinamide
rhe, rifinah plus = rifampicin + isoniazid + ethambutol
rh, rifinah = rifampicin + isoniazid
3hp = isoniazid + rifapentine
ethizide = ethambutol + isoniazid
q-tib, qtib = isoniazid + sulfamethoxazole + trimethoprim + pyridoxine
combivir, azt/3tc, duovir = lamivudine + zidovudine
duovir n = lamivudine + zidovudine + nevirapine
tld = tenofovir disoproxil + lamivudine + dolutegravir
tle = tenofovir disoproxil + lamivudine + efavirenz
atripla = tenofovir disoproxil + emtricitabine + efavirenz
truvada = tenofovir disoproxil + emtricitabine
descovy = tenofovir alafenamide + emtricitabine
biktarvy = bictegravir + emtricitabine + tenofovir alafenamide
triumeq = abacavir + dolutegravir + lamivudine
epzicom, kivexa = abacavir + lamivudine
kaletra, aluvia, lpv/r = lopinavir + ritonavir
atv/r = atazanavir + ritonavir
drv/r = darunavir + ritonavir
paxlovid = nirmatrelvir + ritonavir
harvoni = sofosbuvir + ledipasvir
epclusa = sofosbuvir + velpatasvir
panadol extra, hedex = paracetamol + caffeine
co-codamol, codamol, panadeine, tylenol with codeine = paracetamol + codeine
percocet, endocet = paracetamol + oxycodone
vicodin, norco = paracetamol + hydrocodone
ultracet, tramacet = paracetamol + tramadol
betapyn = paracetamol + codeine + caffeine + doxylamine
mara moja, maramoja = acetylsalicylic acid + paracetamol + caffeine
brustan, ibumol, combiflam = ibuprofen + paracetamol
arthrotec = diclofenac + misoprostol
lomotil = diphenoxylate + atropine
relcer, gaviscon = sodium alginate + sodium bicarbonate + calcium carbonate
antacid, maalox, antacid gel, antacid suspension, aluminium magnesium hydroxide = aluminium hydroxide + magnesium hydroxide
esokit, h pylori kit = esomeprazole + amoxicillin + clarithromycin
ifas, fefo, fefol, ferrous folic, iron folate = ferrous sulfate + folic acid
ranferon-12 = ferrous fumarate + folic acid + cyanocobalamin + zinc
seretide, advair = salmeterol + fluticasone
symbicort = budesonide + formoterol
combivent, duolin = salbutamol + ipratropium
franol = theophylline + ephedrine
actifed = triprolidine + pseudoephedrine
co-diovan = valsartan + hydrochlorothiazide
exforge = amlodipine + valsartan
hyzaar, losartan h, losar h, losartan hct, cozaar plus = losartan + hydrochlorothiazide
micardis plus, telmisartan h, telma h = telmisartan + hydrochlorothiazide
zestoretic = lisinopril + hydrochlorothiazide
twynsta = telmisartan + amlodipine
entresto = sacubitril + valsartan
moduretic, co-amilozide = amiloride + hydrochlorothiazide
amaryl m = glimepiride + metformin
glucovance = glibenclamide + metformin
janumet = sitagliptin + metformin
galvusmet, galvus met = vildagliptin + metformin
sinemet, co-careldopa = levodopa + carbidopa
madopar, co-beneldopa = levodopa + benserazide
microgynon, levora, seasonique, femiplan, coc, combined oral contraceptive, combined pill, nordette = ethinylestradiol + levonorgestrel
trinessa, ortho tri-cyclen = ethinylestradiol + norgestimate
yaz, yasmin = ethinylestradiol + drospirenone
natazia, qlaira = estradiol + dienogest
nuvaring = ethinylestradiol + etonogestrel
estrostep fe = ethinylestradiol + norethisterone + ferrous fumarate
norinyl = mestranol + norethisterone
enovid = mestranol + noretynodrel
marvelon, mercilon = ethinylestradiol + desogestrel
evra = ethinylestradiol + norelgestromin
betadine gargle = povidone iodine
sonaderm, candiderm, gbc cream = betamethasone + clotrimazole + gentamicin
candid b, candid-b = clotrimazole + beclometasone
betnovate n, betnovate-n = betamethasone + neomycin
betnovate c = betamethasone
maxitrol = dexamethasone + neomycin + polymyxin b
tobradex = dexamethasone + tobramycin
gentamicin betamethasone drops = gentamicin + betamethasone
daktacort = miconazole + hydrocortisone
emla = lidocaine + prilocaine
cosopt = dorzolamide + timolol
`

const split = (part: string, by: string) => part.split(by).map((one) => one.trim())

/** Other name to its substances. */
export const combinations: ReadonlyMap<string, readonly string[]> = new Map(
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', substances = ''] = split(line, '=')
      return split(names, ',').map((name) => [name, split(substances, '+')] as const)
    }),
)

/** One figure for two substances, as clinics write it: which part of the total is whose, in the order of the substances, in mg. */
export const knownTotals: readonly { of: readonly string[]; parts: readonly (readonly number[])[] }[] = [
  {
    of: ['amoxicillin', 'clavulanic acid'],
    parts: [[125, 31.25], [200, 28.5], [250, 62.5], [250, 125], [400, 57], [500, 125], [875, 125], [1000, 200]],
  },
  { of: ['sulfamethoxazole', 'trimethoprim'], parts: [[100, 20], [200, 40], [400, 80], [800, 160]] },
  { of: ['ampicillin', 'cloxacillin'], parts: [[125, 125], [250, 250], [500, 500]] },
  { of: ['piperacillin', 'tazobactam'], parts: [[2000, 250], [4000, 500]] },
  { of: ['lopinavir', 'ritonavir'], parts: [[200, 50], [100, 25]] },
] // prettier-ignore
