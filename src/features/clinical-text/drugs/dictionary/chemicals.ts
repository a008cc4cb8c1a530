/**
 * Substances that are no medicines, or not mainly: those of the body, of laboratories, of work and fields, of plants and of the street. A line
 * is a field; `name=other name`.
 */
export const chemicals = `
acetylcholine, choline, dopamine, serotonin=5-hydroxytryptamine/5-hydroxytriptamine, norepinephrine, epinephrine, histamine
glutamate=glutamic acid/l-glutamate/l-glutamic acid, aspartate=aspartic acid/l-aspartate/d-aspartate, glycine, gamma-aminobutyric acid, taurine
adenosine, anandamide, tyramine, tryptamine, phenethylamine=phenylethylamine/beta-phenylethylamine, octopamine, homovanillic acid=homovanillate
dihydroxyphenylacetic acid=3,4-dihydroxyphenylacetic acid, 5-hydroxyindoleacetic acid=5-hydroxyindole acetic acid, vanillylmandelic acid
normetanephrine=normetadrenaline, metanephrine=metanephrines/metadrenaline, 3-methoxytyramine, 3-methoxy-4-hydroxyphenylglycol, kynurenine
kynurenic acid, quinolinic acid, d-serine, agmatine, spermine, spermidine, putrescine, polyamine=polyamines, catechol, catecholamine=catecholamines
indoleamine=indoleamines, monoamine=monoamines
substance p, neurotensin, bradykinin, angiotensin=angiotensin i/angiotensin ii/angiotensin 1-7/angiotensin iii, neuropeptide y
enkephalin=met-enkephalin/leu-enkephalin/methionine-enkephalin/enkephalins, beta-endorphin=endorphin, dynorphin, endothelin=endothelin-1
vasoactive intestinal peptide, galanin, ghrelin, leptin, atrial natriuretic peptide, bombesin, apamin, urotensin=urotensin ii, nociceptin, kallidin
alanine, arginine, asparagine, cysteine=l-cysteine, cystine, histidine=l-histidine, isoleucine, leucine, lysine=l-lysine, methionine
phenylalanine=l-phenylalanine, proline, serine, threonine, tryptophan, tyrosine=l-tyrosine, valine, ornithine, citrulline=l-citrulline, homocysteine
hydroxyproline, d-arginine, creatine, creatinine, phosphocreatine=creatine phosphate/phosphorylcreatine, carnosine, sarcosine
amino acid=amino acids/amino-acid/branched-chain amino acids, n-acetylaspartate, glutathione=reduced glutathione/gssg
urea=blood urea nitrogen/urea nitrogen, uric acid=urate/serum urate, allantoin, xanthine, hypoxanthine, ammonia=ammonium, bilirubin, biliverdin
heme=haem, hemin=haemin, porphyrin=porphyrins, protoporphyrin, bile acid=bile acids/bile salts, taurocholate=taurocholic acid, ketone bodies=ketones
acetoacetate, beta-hydroxybutyrate=3-hydroxybutyrate, lactate=lactic acid, pyruvate=pyruvic acid, citrate=citric acid/sodium citrate
succinate=succinic acid, fumarate, malate, oxalate=oxalic acid/calcium oxalate, alpha-ketoglutarate, acetate=acetic acid, formate=formic acid
propionate, butyrate=butyric acid/sodium butyrate, palmitate=palmitic acid, oleic acid=oleate, linoleic acid=linoleate, arachidonic acid=arachidonate
fatty acid=fatty acids/free fatty acids/polyunsaturated fatty acids
cholesterol=cholesteryl ester/cholesteryl esters/ldl cholesterol/hdl cholesterol, triglyceride=triglycerides/triacylglycerol
phospholipid=phospholipids, phosphatidylcholine=lecithin, phosphatidylserine, phosphatidylinositol, ceramide, sphingomyelin
lipopolysaccharide=endotoxin, prostaglandin=prostaglandins, prostaglandin d2=pgd2, prostaglandin i2, 6-keto-prostaglandin f1alpha=6-keto-pgf1alpha
thromboxane=thromboxane a2/thromboxane b2/txa2/txb2, leukotriene=leukotrienes/leukotriene b4/leukotriene c4/leukotriene d4, eicosanoid=eicosanoids
malondialdehyde=malonaldehyde, 4-hydroxynonenal, thiobarbituric acid, conjugated dienes
fructose, lactose, galactose, maltose, mannose, sucrose, xylose, trehalose, ribose, raffinose, dextrose, saccharin, aspartame, cyclamate, glucosamine
galactosamine=d-galactosamine, glycogen, starch, polysaccharide=polysaccharides, glycosaminoglycan=glycosaminoglycans
heparan sulfate=heparan sulphate, hyaluronic acid=hyaluronan/hyaluronate, sialic acid, glucuronide=glucuronides, glucuronic acid, sorbitol
myo-inositol=inositol, 2-deoxyglucose=2-deoxy-d-glucose
adenine, guanine, cytosine, thymine, uridine, cytidine, thymidine, guanosine, inosine, deoxyadenosine, nucleoside=nucleosides, nucleotide=nucleotides
adenosine triphosphate=adenosine 5'-triphosphate/adenosine-5'-triphosphate, adenosine diphosphate, adenosine monophosphate
cyclic adenosine monophosphate=cyclic amp/cyclic adenosine 3',5'-monophosphate, cyclic guanosine monophosphate=cyclic gmp, purine=purines
pyrimidine=pyrimidines, oligonucleotide=antisense oligonucleotide/oligodeoxynucleotide, bromodeoxyuridine=5-bromo-2'-deoxyuridine
nicotinamide adenine dinucleotide
nitric oxide, nitrite=nitrites, nitrate=nitrates, peroxynitrite, superoxide=superoxide anion, hydroxyl radical=hydroxyl radicals/hydroxyl
singlet oxygen, hydrogen sulfide, carbon monoxide, carbon dioxide, oxygen, nitrogen, hydrogen, ozone, sulfur dioxide, nitrogen dioxide, chlorine
helium, argon, water vapor
sodium, potassium, calcium, magnesium, chloride, phosphate=phosphorus/inorganic phosphate, bicarbonate, sulfate=sulphate, iron, zinc
copper=cupric sulfate/copper sulfate/copper sulphate, manganese=manganese chloride/mncl2, chromium=chromate/hexavalent chromium/potassium dichromate
cobalt=cobalt chloride/cobaltous chloride, nickel=nickel chloride/nickel sulfate, cadmium=cadmium chloride/cdcl2
mercury=mercuric chloride/hgcl2/methylmercury/mercurous chloride/mercury chloride, arsenic=arsenite/arsenate/sodium arsenite/sodium arsenate
lead acetate, thallium, aluminium=aluminum/aluminium hydroxide/aluminum hydroxide, selenium, lithium, barium chloride, strontium
vanadium=vanadate/vanadyl sulfate/sodium orthovanadate, silver, gold, platinum, uranium=uranyl nitrate/uranyl acetate, beryllium, bismuth, tin
tungsten, molybdenum, titanium dioxide, silicon dioxide, iodine, iodide=sodium iodide, bromine, fluorine, boron=boric acid/borate/borax
phosphine=aluminium phosphide/zinc phosphide, yellow phosphorus, asbestos, lanthanum chloride, gadolinium chloride, hydroxyapatite
ethanol, methanol=methyl alcohol/wood alcohol, propanol, butanol, ethylene glycol, propylene glycol, diethylene glycol, acetone, acetaldehyde
formaldehyde=formalin, glutaraldehyde, benzaldehyde, acrolein, benzene, toluene, xylene, styrene, phenol, aniline, naphthalene, anthracene
benzo[a]pyrene=benzo(a)pyrene, polycyclic aromatic hydrocarbons, hexane=n-hexane, chloroform, carbon tetrachloride, trichloroethylene
tetrachloroethylene, dichloromethane=methylene chloride, vinyl chloride, ethyl acetate, acetonitrile, pyridine, dimethylformamide, dimethyl sulfoxide
carbon disulfide, tetrahydrofuran, dioxane, acrylamide, ethylene oxide, propylene oxide, turpentine, kerosene=paraffin oil, gasoline=petrol, diesel
cyanide=potassium cyanide/sodium cyanide/hydrogen cyanide, azide=sodium azide, hydrazine, hydrochloric acid=hcl, sulfuric acid=sulphuric acid
nitric acid, sodium hydroxide=naoh/caustic soda, potassium hydroxide, bleach, thioacetamide, dimethylnitrosamine=n-nitrosodimethylamine
diethylnitrosamine=n-nitrosodiethylamine, dimethylhydrazine=1,2-dimethylhydrazine, azoxymethane
dimethylbenzanthracene=7,12-dimethylbenz[a]anthracene/7,12-dimethylbenzanthracene, nitrosamine=nitrosamines, bisphenol a, phthalate=phthalates
dioxin=tcdd/2,3,7,8-tetrachlorodibenzo-p-dioxin, polychlorinated biphenyls=pcbs, hydrocarbon=hydrocarbons, chlorofluorocarbon=chlorofluorocarbons
hydrochlorofluorocarbon=hydrochlorofluorocarbons, bromobenzene, allyl alcohol, alloxan, paraquat, diquat, glyphosate, ddt, dieldrin, aldrin, endrin
endosulfan, chlordecone, chlordane, parathion, malathion, chlorpyrifos, diazinon, dichlorvos, dimethoate, monocrotophos, carbaryl, carbofuran
aldicarb, methomyl, rotenone, maneb, warfarin, strychnine, brodifacoum, fluoroacetate=sodium fluoroacetate, mipafox
organophosphate=organophosphates/organophosphorus, carbamate=carbamates, organochlorine=organochlorines, sarin, soman, tabun, vx gas
sulfur mustard=mustard gas, pentachlorophenol, 2,4-dinitrophenol, 2,4-dichlorophenoxyacetic acid, hexachlorobenzene, atrazine, monosodium glutamate
tartrazine, sulfite=sulfites/metabisulfite/sodium metabisulfite/sulphite, benzoate, paraben=parabens, butylated hydroxytoluene, lemon oil, nitrofen
aflatoxin=aflatoxin b1/aflatoxins, ochratoxin a, citrinin, melamine
kainic acid=kainate, n-methyl-d-aspartate, n-methyl-d-aspartic acid, quisqualate=quisqualic acid, ibotenic acid=ibotenate, domoic acid=domoate
picrotoxin, bicuculline, muscimol, baclofen, strychnine, tetrodotoxin, saxitoxin, batrachotoxin, veratridine, aconitine, ouabain, capsaicin
resiniferatoxin, colchicine, phalloidin, amanitin=alpha-amanitin, ricin, cholera toxin, pertussis toxin, botulinum toxin, ryanodine, thapsigargin
ionomycin, a23187, forskolin, phorbol=phorbol ester/phorbol myristate acetate/12-o-tetradecanoylphorbol-13-acetate, staurosporine, genistein
wortmannin, okadaic acid, cycloheximide, puromycin=puromycin aminonucleoside/aminonucleoside, anisomycin, actinomycin d, tunicamycin, brefeldin a
rotenone, antimycin a, oligomycin, 6-hydroxydopamine, 5,7-dihydroxytryptamine=5,6-dihydroxytryptamine
mptp=1-methyl-4-phenyl-1,2,3,6-tetrahydropyridine, mpp+=1-methyl-4-phenylpyridinium
p-chlorophenylalanine=para-chlorophenylalanine/parachlorophenylalanine, p-chloroamphetamine=para-chloroamphetamine
alpha-methylparatyrosine=alpha-methyl-para-tyrosine, hemicholinium=hemicholinium-3, vesamicol, isoguvacine, phaclofen, saclofen, ketanserin
ritanserin, mesulergine, quipazine, tfmpp, mcpp=m-chlorophenylpiperazine/meta-chlorophenylpiperazine/1-(3-chlorophenyl)piperazine
8-oh-dpat=8-hydroxy-2-(di-n-propylamino)tetralin, dizocilpine=mk-801/mk 801/dizocilpine maleate, phencyclidine, memantine, quinpirole
sch 23390=sch-23390/sch23390, skf 38393=skf-38393/skf38393, dpcpx
l-name=n-nitro-l-arginine methyl ester/nitro-l-arginine methyl ester/n(g)-nitro-l-arginine methyl ester/nomega-nitro-l-arginine methyl ester
l-nmma=n-monomethyl-l-arginine/ng-monomethyl-l-arginine, l-nna=n-nitro-l-arginine/nitro-l-arginine, 7-nitroindazole, aminoguanidine
sodium nitroprusside, s-nitroso-n-acetylpenicillamine, zymosan, carrageenan=carrageenin, dextran sulfate=dextran sulfate sodium, bromocriptine
naltrindole, nor-binaltorphimine=norbinaltorphimine, beta-funaltrexamine, damgo, dpdpe, u50488=u-50488/u50,488h, u69593, win 55,212-2
sr141716a=sr 141716/sr 141716a, am251, cp 55,940, y-27632, ly294002, u0126, pd98059, sb203580, edaravone, ebselen, tempol, trolox, apocynin
allopregnanolone, pregnenolone=pregnenolone sulfate, pregnanolone, ganaxolone, methyllycaconitine, epibatidine, oxotremorine, mecamylamine
methoctramine, 4-damp, himbacine, tetraethylammonium, glibenclamide, charybdotoxin, iberiotoxin, conotoxin=omega-conotoxin, ruthenium red
bay k 8644=bay k8644, pentylenetetrazole, flurothyl=hexafluorodiethyl ether, methyl beta-carboline-3-carboxylate, beta-carboline=beta-carbolines
beta-ccm, fg 7142=fg7142, 3-mercaptopropionic acid, homocysteine thiolactone, thiosemicarbazide, penicillin g, diethyldithiocarbamate
pyrrolidine dithiocarbamate, buthionine sulfoximine=l-buthionine sulfoximine, diethyl maleate, n-ethylmaleimide, piperonyl butoxide
beta-naphthoflavone, 3-methylcholanthrene=methylcholanthrene, skf 525a=skf-525a/proadifen, metyrapone, aminobenzotriazole=1-aminobenzotriazole
4-methylumbelliferone, 5-bromouracil, ethidium bromide, acridine, triton x-100, tween 80=polysorbate 80, cremophor el=cremophor
cyclodextrin=beta-cyclodextrin/hydroxypropyl-beta-cyclodextrin, fanft, n-methyl-n-nitrosourea=methylnitrosourea
n-ethyl-n-nitrosourea=ethylnitrosourea, 2-acetylaminofluorene=n-2-acetylaminofluorene, dimethylaminoazobenzene, phenobarbital sodium
chloroacetaldehyde, acrolein, malonate=malonic acid, 3-nitropropionic acid=3-nitropropionate, cuprizone, trimethyltin=trimethyltin chloride
triethyltin, hexachlorophene, ethylcholine aziridinium, colchiceine, folinic acid, methylglyoxal, angiotensin antagonist, evans blue
curcumin, quercetin, resveratrol, catechin=catechins/epigallocatechin gallate/epicatechin/epigallocatechin-3-gallate, rutin, hesperidin
naringenin=naringin, genistein, daidzein, kaempferol, apigenin, luteolin, baicalein=baicalin, silymarin, berberine, tetrandrine, matrine, emodin
ginsenoside=ginsenosides/ginsenoside rg1, salvianolic acid=salvianolic acid b, tanshinone=tanshinone iia, puerarin, astragaloside=astragaloside iv
triptolide, artemisinin, glycyrrhizin=glycyrrhizic acid/glycyrrhizinic acid, licorice=liquorice, ellagic acid, gallic acid
caffeic acid=caffeic acid phenethyl ester, ferulic acid, chlorogenic acid, rosmarinic acid, p-coumaric acid, oleanolic acid, ursolic acid
betulinic acid, lupeol, limonene, menthol, thymol, carvacrol, eugenol, thymoquinone, allicin, sulforaphane, lycopene, lutein, astaxanthin, zeaxanthin
carotenoid=carotenoids, flavonoid=flavonoids, isoflavone=isoflavones, polyphenol=polyphenols, tannin=tannins, tannic acid, saponin=saponins
alkaloid=alkaloids, terpenoid=terpenoids, anthocyanin=anthocyanins, proanthocyanidin=proanthocyanidins, bergamottin, safrole, pulegone, cycasin
hyperforin, hypericin, kava=kavain/kava kava, valerian, ephedra=ma huang, aristolochic acid=aristolochic acids
pyrrolizidine alkaloid=pyrrolizidine alkaloids, monocrotaline, senecionine, gossypol, solanine, nicotine, cotinine, anabasine, coniine, lobeline
theobromine, ginseng, garlic oil, green tea=green tea extract, grape seed extract=grape seed proanthocyanidin extract, fucoidan, gum arabic
arabic gum, melatonin, vinca alkaloid=vinca alkaloids, ergot alkaloids, betel nut, neem oil, menadione, juglone, plumbagin
alcohol=alcohols, tobacco, marijuana=marihuana, cannabis=hashish/bhang, cannabinoid=cannabinoids/endocannabinoid/endocannabinoids
tetrahydrocannabinol=delta9-tetrahydrocannabinol/delta 9-tetrahydrocannabinol/delta-9-tetrahydrocannabinol, cannabinol, cocaine, benzoylecgonine
cocaethylene, ecgonine methyl ester=ecgonine, heroin, opium, ecstasy, methylenedioxymethamphetamine=3,4-methylenedioxymethamphetamine
methylenedioxyamphetamine=3,4-methylenedioxyamphetamine, methcathinone, cathinone, khat=miraa, mephedrone
lysergic acid diethylamide=lysergide/d-lysergic acid diethylamide, mescaline, psilocybin, psilocin, dimethyltryptamine
2,5-dimethoxy-4-iodoamphetamine, phencyclidine=angel dust, ketamine, gamma-butyrolactone=gbl, mitragynine=kratom, salvinorin a, poppers
fentanyl analogues, carfentanil, desomorphine, spice cannabinoids
hemoglobin a1c, ferritin iron, methylmalonic acid, orotic acid, orotate, hippuric acid, hippurate, phytic acid, phytate, tartaric acid, gluconate
gluconolactone, glucaric acid, mevalonate=mevalonic acid, squalene, farnesol, geraniol, ubiquinol, retinaldehyde, thiocyanate, pyrophosphate
polyphosphate, diphosphoglycerate=2,3-diphosphoglycerate, bisphosphoglycerate, uridine triphosphate, uridine diphosphate
inositol trisphosphate=inositol 1,4,5-trisphosphate/inositol phosphate/inositol phosphates, diacylglycerol, lysophosphatidylcholine
platelet-activating factor, 5-hydroxyeicosatetraenoic acid, nitrotyrosine=3-nitrotyrosine, 8-hydroxydeoxyguanosine=8-hydroxy-2'-deoxyguanosine
isoprostane=isoprostanes, methylhistamine=r-alpha-methylhistamine, thioperamide, octanoic acid, 18-hydroxycorticosterone, tetrahydrocortisol
aminosugar, poly-l-lysine, polylysine, polyvinylpyrrolidone, silicone, methyl methacrylate=methylmethacrylate/polymethylmethacrylate, polyethylene
polyurethane, cyanoacrylate, latex rubber, thiourea=propylthiourea, ethylenethiourea, thiouracils, dithiothreitol, mercaptoethanol=2-mercaptoethanol
hydroxylamine, sodium dodecyl sulfate=sds
`
