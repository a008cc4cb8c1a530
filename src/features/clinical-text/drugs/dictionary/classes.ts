/** Kinds of drugs that are named by what they are made of or act on; a plural in s is understood. */
export const classes = `
steroid, corticosteroid, glucocorticoid, mineralocorticoid, glucocorticosteroid, neurosteroid, anabolic steroid, anabolic-androgenic steroid, androgen
antiandrogen, estrogen, oestrogen, progestin, progestogen, progestagen, sex hormone, sex steroid, oral contraceptive, contraceptive pill
combined oral contraceptive, contraceptive steroid
penicillin, cephalosporin, aminoglycoside, tetracycline, macrolide, sulfonamide, sulphonamide, sulfa drug, quinolone, fluoroquinolone, carbapenem
beta-lactam, beta lactam, nitroimidazole, imidazole, triazole, azole, polyene, rifamycin, glycopeptide, lincosamide, sulfone, nitrofuran
nucleoside analogue, anthracycline, anthraquinone, taxane, vinca alkaloid, platinum compound, nitrosourea, fluoropyrimidine, antimetabolite
alkylating agent, nitrogen mustard, oxazaphosphorine
benzodiazepine, barbiturate, phenothiazine, butyrophenone, thioxanthene, tricyclic antidepressant, antidepressant, serotonin reuptake inhibitor
selective serotonin reuptake inhibitor, selective serotonin-reuptake inhibitor, monoamine oxidase inhibitor, mao inhibitor, opiate, opioid, hydantoin
succinimide, dibenzazepine, amphetamine, xanthine, methylxanthine, cannabinoid, ergot derivative, triptan, appetite suppressant, dopamine agonist
nicotinic agonist, thienodiazepine
thiazide, thiazide diuretic, loop diuretic, statin, fibrate, nitrate, organic nitrate, dihydropyridine, 1,4-dihydropyridine, ace inhibitor
angiotensin-converting enzyme inhibitor, angiotensin converting enzyme inhibitor, angiotensin receptor blocker, angiotensin ii receptor blocker
digitalis glycoside, cardiac glycoside, sulfonylurea, sulphonylurea, biguanide, thiazolidinedione, glitazone, coumarin, coumarin derivative
salicylate, bisphosphonate, diphosphonate, prostaglandin, prostanoid, catecholamine, organophosphate, quaternary ammonium compound, aminoquinoline
8-aminoquinoline, 4-aminoquinoline, artemisinin derivative, quinoline, retinoid, vitamin, flavonoid, polyphenol, iodinated contrast medium
iodinated contrast media, contrast medium, contrast media, contrast agent, radiocontrast, radiocontrast agent, local anesthetic agent
volatile anesthetic, volatile anaesthetic, inhalational anaesthetic, halogenated hydrocarbon, fatty acid, antioxidant vitamin, aminopyridine
piperazine, hydroxyquinoline, halogenated hydroxyquinoline, sulfhydryl, thiol, disulfide, amine, aldehyde, nitrile, glycoside
`
