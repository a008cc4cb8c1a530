import { substanceRows } from './rows.ts'

/** Stomach and bowel, metabolism, blood, heart and vessels. Names: INN; codes: WHO ATC 2025. */
export const circulation = substanceRows(`
omeprazole; A02BC01; losec, omez, prilosec, omep
esomeprazole; A02BC05; nexium
lansoprazole; A02BC03; prevacid
pantoprazole; A02BC02; protonix
rabeprazole; A02BC04; pariet
dexlansoprazole; A02BC06;
cimetidine; A02BA01; tagamet
ranitidine; A02BA02; zantac
famotidine; A02BA03; pepcid
nizatidine; A02BA04;
sucralfate; A02BX02;
misoprostol; A02BB01, G02AD06; cytotec
bismuth subsalicylate; A02BX; pepto-bismol
aluminium hydroxide; A02AB01; aluminum hydroxide
magnesium hydroxide; A02AA04, G04BX01; milk of magnesia
magnesium trisilicate; A02AA05; mist magnesium trisilicate, magnesium trisilicate compound, mmt
magnesium oxide; A02AA02, A12CC10;
calcium carbonate; A02AC01, A12AA04; calcium
calcium acetate; V03AE07, A12AA12;
sodium bicarbonate; B05XA02, A02AH; sodium hydrogen carbonate
sodium alginate; A02BX13; alginic acid, alginate
simeticone; A03AX13; simethicone
hyoscine butylbromide; A03BB01; buscopan, butylscopolamine, hyoscine-n-butylbromide, hyoscine n-butyl bromide, hyoscine butyl bromide, butylscopolamine bromide
hyoscine; A04AD01, N05CM05, S01FA02; scopolamine, hyoscine hydrobromide
atropine; A03BA01, S01FA01; atropine sulphate
glycopyrronium; A03AB02, R03BB06; glycopyrrolate, glycopyrronium bromide
mebeverine; A03AA04;
dicycloverine; A03AA07; dicyclomine
drotaverine; A03AD02; no-spa
propantheline; A03AB05;
metoclopramide; A03FA01; plasil, maxolon, reglan
domperidone; A03FA03; motilium
cisapride; A03FA02;
ondansetron; A04AA01; zofran
granisetron; A04AA02;
aprepitant; A04AD12;
bisacodyl; A06AB02, A06AG02; dulcolax
senna; A06AB06; sennosides, senokot, sennoside
lactulose; A06AD11; duphalac
macrogol; A06AD15; polyethylene glycol, peg 3350, movicol
docusate; A06AA02; docusate sodium
glycerol; A06AG04, A06AX01; glycerin, glycerine
liquid paraffin; A06AA01; mineral oil
ispaghula; A06AC01; psyllium, ispaghula husk
loperamide; A07DA03; imodium
diphenoxylate; A07DA01;
racecadotril; A07XA04;
oral rehydration salts; A07CA; ors, oral rehydration salt, oral rehydration solution, ors sachet
activated charcoal; A07BA01; charcoal
sulfasalazine; A07EC01; sulphasalazine, salazopyrin
mesalazine; A07EC02; mesalamine, 5-asa
pancreatin; A09AA02; pancrelipase
ursodeoxycholic acid; A05AA02; ursodiol
lactobacillus; A07FA01; probiotic, lactic acid bacillus
saccharomyces boulardii; A07FA02;
insulin human; A10AB01, A10AC01, A10AD01; insulin, soluble insulin, regular insulin, insulin r, insulin n, insulin regular, actrapid, humulin r, nph insulin, insulin nph, isophane insulin, insulin isophane, insulatard, humulin n, mixtard, humulin 70/30, premixed insulin, insulin premixed, biphasic insulin, humulin, insulin human isophane, insulin human regular
insulin glargine; A10AE04; lantus, glargine
insulin detemir; A10AE05; levemir
insulin degludec; A10AE06;
insulin aspart; A10AB05, A10AD05; novorapid, novolog, novomix
insulin lispro; A10AB04, A10AD04; humalog
insulin glulisine; A10AB06;
metformin; A10BA02; glucophage
glibenclamide; A10BB01; glyburide, daonil
gliclazide; A10BB09; diamicron
glimepiride; A10BB12; amaryl
glipizide; A10BB07;
gliquidone; A10BB08;
glisoxepide; A10BB11;
chlorpropamide; A10BB02;
tolbutamide; A10BB03;
tolazamide; A10BB05;
pioglitazone; A10BG03;
sitagliptin; A10BH01; januvia
vildagliptin; A10BH02;
saxagliptin; A10BH03;
linagliptin; A10BH05;
empagliflozin; A10BK03; jardiance
dapagliflozin; A10BK01; forxiga
canagliflozin; A10BK02;
liraglutide; A10BJ02;
semaglutide; A10BJ06; ozempic
acarbose; A10BF01;
repaglinide; A10BX02;
retinol; A11CA01; vitamin a, retinol palmitate, vit a
thiamine; A11DA01; vitamin b1, vitamin b 1
pyridoxine; A11HA02; vitamin b6, vitamin b 6
vitamin b complex; A11EA; b-complex, neurobion
cyanocobalamin; B03BA01; vitamin b12, vitamin b 12
hydroxocobalamin; B03BA03;
ascorbic acid; A11GA01, G01AD03; vitamin c, vit c
colecalciferol; A11CC05; vitamin d, vitamin d3, cholecalciferol, vit d, vit d3
ergocalciferol; A11CC01; vitamin d2
calcitriol; A11CC04;
alfacalcidol; A11CC03;
tocopherol; A11HA03; vitamin e, alpha tocopherol
nicotinamide; A11HA01;
nicotinic acid; C10AD02, C04AC01; niacin
multivitamins; A11BA; multivitamin, multi vitamin, multivitamine, mvt, multivit
multiple micronutrients; A11AA; mms, micronutrients
calcium gluconate; A12AA03, D11AX03;
calcium lactate; A12AA05;
calcium chloride; A12AA07, B05XA07;
potassium chloride; A12BA01, B05XA01; slow-k, kcl
zinc; A12CB; zinc sulfate, zinc sulphate, zinc gluconate, zinc acetate, zincovit
magnesium sulfate; A12CC02, B05XA05, A06AD04; magnesium sulphate, mgso4, epsom salt
magnesium phosphate; B05XA10;
warfarin; B01AA03; coumadin, marevan
acenocoumarol; B01AA07; nicoumalone
heparin; B01AB01, C05BA03, S01XA14; heparin sodium, unfractionated heparin, calcium heparin, heparin sodium porcine
enoxaparin; B01AB05; clexane, lovenox
dalteparin; B01AB04; fragmin
tinzaparin; B01AB10;
fondaparinux; B01AX05;
apixaban; B01AF02; eliquis
rivaroxaban; B01AF01; xarelto
edoxaban; B01AF03;
dabigatran; B01AE07; dabigatran etexilate, pradaxa
argatroban; B01AE03;
bivalirudin; B01AE06;
lepirudin; B01AE02;
acetylsalicylic acid; B01AC06, N02BA01, A01AD05; aspirin, asa, asprin, disprin, ecotrin, cardiprin, aspirine, acetyl salicylic acid
clopidogrel; B01AC04; plavix
ticlopidine; B01AC05;
prasugrel; B01AC22;
ticagrelor; B01AC24;
dipyridamole; B01AC07;
cilostazol; B01AC23;
anagrelide; L01XX35;
alteplase; B01AD02, S01XA13; tpa
streptokinase; B01AD01;
tenecteplase; B01AD11;
tranexamic acid; B02AA02; cyklokapron, tranexamic
phytomenadione; B02BA01; vitamin k, vitamin k1, phytonadione, konakion, vit k
ferrous sulfate; B03AA07; ferrous sulphate, feso4, iron sulfate, iron sulphate
ferrous fumarate; B03AA02; iron fumarate
ferrous gluconate; B03AA03;
iron polymaltose; B03AB05; iron polymaltose complex, ranferon, iron dextriferron
iron sucrose; B03AC; venofer
ferric carboxymaltose; B03AC;
iron dextran; B03AC;
iron; B03A; iron supplement, haematinic, hematinic
folic acid; B03BB01, V04CX02; folate, folvite
epoetin; B03XA01; erythropoietin, epo, eprex
sodium chloride; B05XA03, B05CB01, A12CA01; normal saline, saline, nacl, n/saline, n/s
glucose; B05BA03, V06DC01; dextrose, d5w, d10, d5, d50
sodium lactate compound; B05BB01; ringer's lactate, ringers lactate, ringer lactate, hartmann's solution, hartmanns solution, hartmanns, hartmann, rl
water for injection; V07AB; sterile water
albumin; B05AA01; human albumin, albumin human
mannitol; B05BC01;
digoxin; C01AA05; lanoxin
amiodarone; C01BD01; cordarone
dronedarone; C01BD07;
disopyramide; C01BA03;
dofetilide; C01BD04;
ibutilide; C01BD05;
flecainide; C01BC04;
propafenone; C01BC03;
mexiletine; C01BB02;
procainamide; C01BA02;
quinidine; C01BA01;
bepridil; C08EA02;
adenosine; C01EB10;
epinephrine; C01CA24, R03AA01, S01EA01; adrenaline, adrenalin
norepinephrine; C01CA03; noradrenaline
dopamine; C01CA04;
dobutamine; C01CA07;
ephedrine; C01CA26, R03CA02, R01AA03, R01AB05, S01FB02;
glyceryl trinitrate; C01DA02, C05AE01; nitroglycerin, gtn, trinitrin
isosorbide dinitrate; C01DA08; isordil
isosorbide mononitrate; C01DA14; ismn, imdur
ivabradine; C01EB17;
methyldopa; C02AB01; aldomet, alpha methyldopa, alphamethyldopa
clonidine; C02AC01; catapres
prazosin; C02CA01;
doxazosin; C02CA04;
hydralazine; C02DB02; apresoline
minoxidil; C02DC01, D11AX01;
sodium nitroprusside; C02DD01;
bosentan; C02KX01;
hydrochlorothiazide; C03AA03; hctz, hct
bendroflumethiazide; C03AA01; bendrofluazide
chlorothiazide; C03AA04;
cyclothiazide; C03AA09;
hydroflumethiazide; C03AA02;
methyclothiazide; C03AA08;
polythiazide; C03AA05;
trichlormethiazide; C03AA06;
chlortalidone; C03BA04; chlorthalidone
indapamide; C03BA11; natrilix
metolazone; C03BA08;
furosemide; C03CA01; frusemide, lasix
torasemide; C03CA04; torsemide
bumetanide; C03CA02;
spironolactone; C03DA01; aldactone
eplerenone; C03DA04;
amiloride; C03DB01;
triamterene; C03DB02;
atenolol; C07AB03; tenormin
bisoprolol; C07AB07; concor
metoprolol; C07AB02; toprol, lopressor
nebivolol; C07AB12;
acebutolol; C07AB04;
betaxolol; C07AB05, S01ED02;
esmolol; C07AB09;
practolol; C07AB01;
propranolol; C07AA05; inderal
sotalol; C07AA07;
nadolol; C07AA12;
timolol; C07AA06, S01ED01;
alprenolol; C07AA01;
oxprenolol; C07AA02;
pindolol; C07AA03;
penbutolol; C07AA23;
bopindolol; C07AA17;
bupranolol; C07AA19;
carteolol; C07AA15, S01ED05;
carvedilol; C07AG02;
labetalol; C07AG01;
amlodipine; C08CA01; norvasc, amlo
felodipine; C08CA02;
isradipine; C08CA03;
nicardipine; C08CA04;
nifedipine; C08CA05; adalat
nimodipine; C08CA06;
nisoldipine; C08CA07;
nitrendipine; C08CA08;
lercanidipine; C08CA13;
verapamil; C08DA01; isoptin
diltiazem; C08DB01;
captopril; C09AA01; capoten
enalapril; C09AA02; vasotec
lisinopril; C09AA03; zestril
perindopril; C09AA04; coversyl
ramipril; C09AA05; tritace
quinapril; C09AA06;
benazepril; C09AA07;
fosinopril; C09AA09;
trandolapril; C09AA10;
losartan; C09CA01; cozaar
eprosartan; C09CA02;
valsartan; C09CA03; diovan
irbesartan; C09CA04;
candesartan; C09CA06; candesartan cilexetil
telmisartan; C09CA07; micardis
olmesartan; C09CA08; olmesartan medoxomil
azilsartan; C09CA09; azilsartan medoxomil
aliskiren; C09XA02;
sacubitril; ;
simvastatin; C10AA01; zocor
lovastatin; C10AA02;
pravastatin; C10AA03;
fluvastatin; C10AA04;
atorvastatin; C10AA05; lipitor, atorva
rosuvastatin; C10AA07; crestor
pitavastatin; C10AA08;
mevastatin; ;
fenofibrate; C10AB05;
gemfibrozil; C10AB04;
ezetimibe; C10AX09;
probucol; C10AX02;
`)
