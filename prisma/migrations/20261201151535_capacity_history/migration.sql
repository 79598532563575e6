-- CreateTable
CREATE TABLE "capacity_sample" (
    "at" TIMESTAMPTZ(3) NOT NULL,
    "taken" INTEGER NOT NULL,
    "cap" INTEGER NOT NULL,
    "releasing" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,

    CONSTRAINT "capacity_sample_pkey" PRIMARY KEY ("at")
);

-- CreateTable
CREATE TABLE "capacity_refusals" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "count" INTEGER NOT NULL,

    CONSTRAINT "capacity_refusals_pkey" PRIMARY KEY ("is_only")
);

-- What Prisma cannot express
ALTER TABLE "capacity_refusals" ADD CONSTRAINT "capacity_refusals_is_only" CHECK (is_only);
